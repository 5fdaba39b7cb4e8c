import { pollMailbox } from "@thaw/core/poll/poll-mailbox";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const PollJob = v.object({
  accountId: v.number(),
  mailboxId: v.number(),
  cycle: v.optional(v.number()),
});

export const handler: SQSHandler = (event) =>
  consumeEach(event, (record) => {
    const { cycle, ...key } = readJob(PollJob, record);
    return pollMailbox(key, cycle);
  });
