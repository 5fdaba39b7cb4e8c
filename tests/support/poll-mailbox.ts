import { pollMailboxes } from "@thaw/core/inbox/poll/poll-mailboxes";
import type { MailboxKey } from "@thaw/core/senders/send-slot/send-slot";

/** Reads one mailbox now, or at its turn of this cycle. */
export const pollMailbox = (
  key: MailboxKey,
  cycle?: number,
  signal: AbortSignal = AbortSignal.timeout(45_000),
): Promise<void> =>
  pollMailboxes({ mailboxes: [key], ...(cycle === undefined ? {} : { cycle }) }, signal);
