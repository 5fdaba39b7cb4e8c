import { writeIfExpected } from "@thaw/data/condition";
import { recordsOf } from "@thaw/data/records";
import type { PendingWrite } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import type { IsoInstant } from "../../instant.schema.ts";
import { MessageEntity } from "./message.entity.ts";
import type { MessageFailure } from "./message.schema.ts";

type Row = EntityItem<typeof MessageEntity>;
/**
 * A message as its row says, or as it was planned. For a planned one `existingRow` says which row there is: nobody has
 * looked; none; or one that the plan replaces.
 */
export type MessageRecord = Row & {
  existingRow?: "unread" | "none" | Pick<Row, "status" | "scheduledAt">;
};
type MessageKey = { accountId: number; sendId: string };
/** A message that has a row is identified by its key. */
type MaybePlanned = MessageRecord | (MessageKey & { existingRow?: undefined });

const messages = recordsOf<Row, MessageKey>(MessageEntity);

/** Longer than a send worker may run: after it the worker that held the message is surely dead. */
export const LEASE_MS = 180_000;

export async function findMessage(key: MessageKey): Promise<MessageRecord | undefined> {
  const { data } = await MessageEntity.get(key).go({ consistent: true });
  return data ?? undefined;
}

/** To be read together with records of other features. */
export const messageRead = (key: MessageKey) => messages.read(key);

/** Many messages as of about now: every state change that follows names the state that it expects. */
export async function findMessages(
  keys: readonly MessageKey[],
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Map<string, MessageRecord>> {
  if (keys.length === 0) return new Map();
  const unique = [...new Map(keys.map((key) => [`${key.accountId}|${key.sendId}`, key])).values()];
  const { data } = await MessageEntity.get(unique).go({ consistent });
  return new Map(data.map((record) => [record.sendId, record]));
}

/**
 * The table may have done a write whose response was lost: the client then repeats it, and the condition refuses it. The
 * present state of the message tells whether the write was done.
 */
async function isDone(
  key: MessageKey,
  write: Parameters<typeof writeIfExpected>[0],
  isOurs: (message: MessageRecord) => boolean,
): Promise<boolean> {
  if (await writeIfExpected(write)) return true;
  const message = await findMessage(key);
  return message !== undefined && isOurs(message);
}

/**
 * DRAFTED → SENDING: the fence says which delivery has it. A planned message becomes its row by this; where there is one,
 * it is refused, so that a step has one message, however often it was planned and queued.
 *
 * @param lease `subject`: known although the worker dies, for the follow-ups that go on with it
 */
export function beginSending(
  message: MaybePlanned,
  lease: { fence: string; leaseUntil: IsoInstant; subject?: string },
): Promise<boolean> {
  return isDone(
    message,
    fromDraft(message, { status: "SENDING", ...lease }),
    ({ status, fence }) => status === "SENDING" && fence === lease.fence,
  );
}

/** A dead worker's SENDING gets a new fence, so that the same mail may be delivered once more. */
export function takeOver(
  key: MessageKey,
  before: string,
  lease: { fence: string; leaseUntil: IsoInstant },
): Promise<boolean> {
  return writeIfExpected(
    messages
      .patch(key)
      .set(lease)
      .where((row, op) => `${op.eq(row.status, "SENDING")} AND ${op.eq(row.fence, before)}`),
  );
}

/** SENDING → SENT, by the worker that holds the fence. */
export function recordSent(
  key: MessageKey,
  fence: string,
  sent: { sentAt: IsoInstant; subject: string; messageId: string },
): Promise<boolean> {
  return isDone(
    key,
    messages
      .patch(key)
      .set({ ...sent, status: "SENT" })
      .remove(["leaseUntil", "failure"])
      .where((row, op) => `${op.eq(row.status, "SENDING")} AND ${op.eq(row.fence, fence)}`),
    (message) => message.status === "SENT" && message.fence === fence,
  );
}

/** SENDING → DRAFTED after a failure that passes: to be delivered again from `scheduledAt` on. */
export function sendAgainLater(
  key: MessageKey,
  fence: string,
  again: { scheduledAt: IsoInstant; attempts: number; failure: MessageFailure },
): Promise<boolean> {
  return isDone(
    key,
    messages
      .patch(key)
      .set({ ...again, status: "DRAFTED" })
      .remove(["fence", "leaseUntil"])
      .where((row, op) => `${op.eq(row.status, "SENDING")} AND ${op.eq(row.fence, fence)}`),
    ({ status, scheduledAt }) => status === "DRAFTED" && scheduledAt === again.scheduledAt,
  );
}

/** SENDING → FAILED or UNKNOWN, by the worker that holds the fence. */
export function recordFailure(
  key: MessageKey,
  fence: string,
  end: { status: "FAILED" | "UNKNOWN"; failure: MessageFailure },
): Promise<boolean> {
  return isDone(
    key,
    messages
      .patch(key)
      .set(end)
      .remove(["leaseUntil"])
      .where((row, op) => `${op.eq(row.status, "SENDING")} AND ${op.eq(row.fence, fence)}`),
    (message) => message.status === end.status && message.fence === fence,
  );
}

/** DRAFTED → SKIPPED, STOPPED or FAILED: the message will not be delivered; `failure` names the rule. */
export function giveUp(
  message: MaybePlanned,
  end: { status: "SKIPPED" | "STOPPED" | "FAILED"; failure: MessageFailure },
): Promise<boolean> {
  return writeIfExpected(fromDraft(message, end));
}

/** For a transaction: the same. */
export const giveUpItem = (
  message: MaybePlanned,
  end: Parameters<typeof giveUp>[1],
): PendingWrite => fromDraft(message, end);

function fromDraft(
  message: MaybePlanned,
  to: Pick<Row, "status"> & Partial<Pick<Row, "fence" | "leaseUntil" | "subject" | "failure">>,
) {
  const key = { accountId: message.accountId, sendId: message.sendId };
  if (message.existingRow === undefined) {
    return messages
      .patch(key)
      .set(to)
      .where((row, op) => op.eq(row.status, "DRAFTED"));
  }
  const { campaignId, leadId, step, variant, existingRow } = message;
  const { sequenceVersion, mailboxId, month, scheduledAt, dueAt } = message;
  const assignment = { variant, sequenceVersion, mailboxId, ...(month ? { month } : {}) };
  const plan = { ...assignment, scheduledAt, ...(dueAt ? { dueAt } : {}) };
  if (typeof existingRow === "string") {
    return messages.create({ ...key, campaignId, leadId, step, ...plan, ...to });
  }
  return messages
    .patch(key)
    .set({ ...plan, ...to })
    .where(
      (row, op) =>
        `${op.eq(row.status, existingRow.status)} AND ${op.eq(row.scheduledAt, existingRow.scheduledAt)}`,
    );
}
