import { now, spanOf } from "../../clock.ts";
import type { MailboxCursor } from "./mailbox-cursor.ts";
import { POLL_MINUTES } from "./mailbox-poll.ts";
import type { MailboxRecord } from "./mailbox-record.ts";

/** D11: late is fifteen minutes past its own plan; a look that found nothing may be noted ten minutes after. */
const LATE_AFTER_MS = (POLL_MINUTES + 15 + 10) * 60_000;

/** When a mailbox was last read, as its screens show it. One that was never read is late from its connection on. */
export function readingOf(
  { createdAt }: Pick<MailboxRecord, "createdAt">,
  cursor: Pick<MailboxCursor, "readAt"> | undefined,
): { read_at?: string; is_late: boolean } {
  const readAt = cursor?.readAt;
  // Where the clock runs fast, the workers do not.
  const is_late = now() - Date.parse(readAt ?? createdAt) > spanOf(LATE_AFTER_MS);
  return { ...(readAt ? { read_at: readAt } : {}), is_late };
}
