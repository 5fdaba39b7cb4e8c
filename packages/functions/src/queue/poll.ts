import { pollMailbox } from "@thaw/core/inbox/poll/poll-mailbox";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const PollJob = v.object({
  accountId: v.number(),
  mailboxId: v.number(),
  cycle: v.optional(v.number()),
});

/** Well before the function's time is over, also where a server takes a minute for the mail that is being read. */
const WORK_MS = 45_000;

export const handler: SQSHandler = (event) => {
  const signal = AbortSignal.timeout(WORK_MS);
  return consumeEach(event, (record) => {
    const { cycle, ...key } = readJob(PollJob, record);
    return pollMailbox(key, cycle, signal);
  });
};
