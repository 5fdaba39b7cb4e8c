import { type Message, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Jobs } from "../../packages/core/src/queue.schema.ts";
import type { TestCloud } from "./cloud.ts";

/** Takes a message out of a queue, with all that its consumer is told of it; none where none is due. */
export async function takeMessage(cloud: TestCloud, name: keyof Jobs): Promise<Message[]> {
  const { Messages = [] } = await new SQSClient({}).send(
    new ReceiveMessageCommand({
      QueueUrl: cloud.queueUrl(name),
      MessageSystemAttributeNames: ["All"],
    }),
  );
  return Messages;
}

/** Takes all jobs out of a queue, those that are held back for a while left alone. */
export async function takeEveryJob<Name extends keyof Jobs>(
  cloud: Pick<TestCloud, "queueUrl">,
  name: Name,
): Promise<Jobs[Name][]> {
  const sqs = new SQSClient({});
  const jobs: Jobs[Name][] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: cloud.queueUrl(name), MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return jobs;
    jobs.push(...Messages.map(({ Body = "" }) => JSON.parse(Body) as Jobs[Name]));
  }
}

/** The same of one account's jobs; those of others are taken, too. */
export async function takeJobs<Name extends keyof Jobs>(
  cloud: TestCloud,
  name: Name,
  accountId: number,
): Promise<Jobs[Name][]> {
  const jobs = await takeEveryJob(cloud, name);
  return jobs.filter((job) => "accountId" in job && job.accountId === accountId);
}
