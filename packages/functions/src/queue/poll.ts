import { pollMailboxes } from "@thaw/core/inbox/poll/poll-mailboxes";
import { consumeEach } from "./consume.ts";

/** Well before the function's time is over, also where a server takes a minute for the mail that is being read. */
const WORK_MS = 45_000;

export const handler = consumeEach("poll", (job) =>
  pollMailboxes(job, AbortSignal.timeout(WORK_MS)),
);
