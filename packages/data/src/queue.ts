/** SQS holds a message back for at most 15 minutes. */
export const MAX_DELAY_SECONDS = 900;
const BATCH = 10;

export type QueuedMessage = { body: unknown; delaySeconds?: number };

/** Sends messages in batches of ten; throws unless the queue took every one. Sending again is safe: consumers are idempotent. */
export async function sendToQueue(url: string, messages: readonly QueuedMessage[]): Promise<void> {
  // Most requests and many jobs queue nothing: the client is loaded with the first message.
  const { sendBatch } = await import("./sqs.ts");
  for (let start = 0; start < messages.length; start += BATCH) {
    const entries = messages.slice(start, start + BATCH).map((message, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(message.body),
      DelaySeconds: Math.min(Math.max(Math.ceil(message.delaySeconds ?? 0), 0), MAX_DELAY_SECONDS),
    }));
    await sendBatch(url, entries);
  }
}
