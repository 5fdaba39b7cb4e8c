import { commitIfExpected } from "@thaw/data/transact";
import type { RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import { patchMessage } from "../../campaigns/message/message-record.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { toEpochMs } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { EventKind } from "../../reporting/event/event.schema.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { subjectOf } from "./finish-message.ts";

/**
 * UNKNOWN → SENT: an open, click, reply or delivery report proves that the mail left. It then counts as sent at the instant
 * that it was planned for.
 *
 * @returns the message as it is from now on
 */
export async function takeAsSent(message: MessageRecord): Promise<MessageRecord> {
  if (message.status !== "UNKNOWN") return message;
  const { accountId, sendId, scheduledAt } = message;
  const sent = { ...message, status: "SENT" as const, sentAt: scheduledAt };
  await commitIfExpected([
    patchMessage({ accountId, sendId })
      .set({ status: "SENT", sentAt: scheduledAt, wasUnknown: true })
      .remove(["failure"])
      .where((row, op) => op.eq(row.status, "UNKNOWN")),
    eventItem({
      ...subjectOf(sent),
      kind: message.resends ? "resent" : "sent",
      at: scheduledAt,
      key: sendId,
    }),
  ]);
  return sent;
}

type Mark = "openedAt" | "clickedAt" | "repliedAt" | "bouncedAt" | "unsubscribedAt";

/**
 * Notes the first time that something happened to a message, with its event, in one transaction.
 *
 * @returns whether this was the first
 */
export async function recordFirst(
  message: MessageRecord,
  mark: Mark,
  happening: { kind: EventKind; at: IsoInstant; cause?: RefusalCause; detail?: string },
): Promise<boolean> {
  const { accountId, sendId } = message;
  if (message[mark] !== undefined) return false;
  return commitIfExpected([
    patchMessage({ accountId, sendId })
      .set({
        [mark]: happening.at,
        ...(happening.cause ? { bounceCause: happening.cause } : {}),
      })
      .where((row, op) => op.notExists(row[mark])),
    eventItem({
      ...subjectOf(message),
      ...happening,
      key: sendId,
      ...lateness(message, happening.at),
    }),
  ]);
}

/**
 * The first open or click was a program's: the message is as before it, and the event of it counts no more.
 *
 * @param message with the mark as it was read: any other one stays
 */
export async function revertFirst(
  message: MessageRecord,
  mark: "openedAt" | "clickedAt",
): Promise<void> {
  const { accountId, sendId, [mark]: at } = message;
  if (at === undefined) return;
  await commitIfExpected([
    patchMessage({ accountId, sendId })
      .remove(mark === "openedAt" ? [mark, "openCount"] : [mark])
      .where((row, op) => op.eq(row[mark], at)),
    eventItem({
      ...subjectOf(message),
      kind: mark === "openedAt" ? "machine-opened" : "machine-clicked",
      at,
      key: `${sendId}|taken-back`,
      takesBack: true,
      ...lateness(message, at),
    }),
  ]);
}

const JUDGED_FOR = 7 * 86_400_000;

/** What happens later than 7 days after the send speaks no more for a variant (D6). */
export function lateness({ sentAt }: MessageRecord, at: IsoInstant): { isLate?: true } {
  return sentAt && toEpochMs(at) - toEpochMs(sentAt) > JUDGED_FOR ? { isLate: true } : {};
}
