import { now, spanOf } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { MailboxCursor } from "./mailbox-cursor.ts";
import { pollIntervalOf } from "./mailbox-poll.ts";
import type { MailboxRecord } from "./mailbox-record.ts";

/** D11: late is fifteen minutes past its own plan; a look that found nothing may be noted ten minutes after. */
const lateAfterMs = (pollMinute: number | undefined) =>
  (pollIntervalOf(pollMinute) + 15 + 10) * MINUTE_MS;

/** When a mailbox was last read, as its screens show it. One that was never read is late from its connection on. */
export function readingOf(
  { createdAt, pollMinute }: Pick<MailboxRecord, "createdAt" | "pollMinute">,
  cursor: Pick<MailboxCursor, "readAt"> | undefined,
): { read_at?: string; is_late: boolean } {
  const readAt = cursor?.readAt;
  // Where the clock runs fast, the workers do not.
  const is_late = now() - Date.parse(readAt ?? createdAt) > spanOf(lateAfterMs(pollMinute));
  return { ...(readAt ? { read_at: readAt } : {}), is_late };
}
