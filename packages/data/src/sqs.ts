import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from "@aws-sdk/client-sqs";

let client: SQSClient | undefined;
export const sqs = (): SQSClient => {
  client ??= new SQSClient({});
  return client;
};

/** Sends up to ten messages; throws unless the queue took every one. */
export async function sendBatch(
  url: string,
  entries: SendMessageBatchRequestEntry[],
): Promise<void> {
  const { Failed = [] } = await sqs().send(
    new SendMessageBatchCommand({ QueueUrl: url, Entries: entries }),
  );
  if (Failed.length > 0) {
    throw new Error(`Queue refused ${Failed.length} messages: ${Failed[0]?.Message}`);
  }
}
