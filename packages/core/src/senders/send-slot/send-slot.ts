import { batchGet } from "@thaw/data/batch-get";
import { isConditionFailure, writeIfExpected } from "@thaw/data/condition";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import type { DurationMs, IsoInstant } from "../../instant.schema.ts";
import { SendSlotEntity } from "./send-slot.entity.ts";

export type SendSlot = EntityItem<typeof SendSlotEntity>;
export type MailboxKey = { accountId: number; mailboxId: number };

const slots = recordsOf<SendSlot, MailboxKey>(SendSlotEntity);

const NEVER = "1970-01-01T00:00:00.000Z";

/** For a transaction: the slot of a new mailbox. */
export function newSlot(
  key: MailboxKey,
  settings: { dailyLimit: number; minGapMs: DurationMs; sending: "on" | "off" },
) {
  return SendSlotEntity.create({
    ...key,
    ...settings,
    day: "",
    sentToday: 0,
    pending: 0,
    nextFreeAt: NEVER,
    lastSendAt: NEVER,
    revision: 1,
  });
}

/** Reservations name the revision that they saw, so a planner may read slots as of a moment ago. */
export async function readSlots(
  accountId: number,
  mailboxIds: readonly number[],
  { consistent = true }: { consistent?: boolean } = {},
): Promise<SendSlot[]> {
  const found = await batchGet(
    mailboxIds.map((mailboxId) => slots.read({ accountId, mailboxId })),
    { consistent },
  );
  return found.filter((slot) => slot !== undefined);
}

/** Changes what the user or the connection decides about sending. */
export async function configureSlot(
  key: MailboxKey,
  settings: { dailyLimit?: number; minGapMs?: DurationMs; sending?: "on" | "off" },
): Promise<void> {
  await SendSlotEntity.patch(key).set(settings).add({ revision: 1 }).go({ response: "none" });
}

/** For a transaction: switches sending on again and forgets earlier trouble. */
export function reopenSlot(key: MailboxKey) {
  return SendSlotEntity.patch(key)
    .set({ sending: "on" })
    .add({ revision: 1 })
    .remove(["closures", "closedUntil", "troubles", "troubleSince", "senderRefusals"]);
}

/** For a transaction: nothing is sent through the slot any more. */
export function closeSlot(key: MailboxKey) {
  return SendSlotEntity.patch(key).set({ sending: "off" }).add({ revision: 1 });
}

export const deleteSlot = ({ accountId, mailboxId }: MailboxKey) =>
  SendSlotEntity.delete({ accountId, mailboxId });

/**
 * Reserves the next `count` sends of a mailbox for one planning run, in one write.
 *
 * @returns false when someone changed the slot since it was read: plan again
 */
export async function reserveSlots(
  slot: SendSlot,
  reservation: { count: number; nextFreeAt: IsoInstant; lastSlotAt: IsoInstant; day: string },
): Promise<boolean> {
  const sameDay = slot.day === reservation.day;
  return writeIfExpected(
    slots
      .update({ accountId: slot.accountId, mailboxId: slot.mailboxId })
      .set({
        nextFreeAt: reservation.nextFreeAt,
        lastSlotAt: reservation.lastSlotAt,
        day: reservation.day,
        sentToday: sameDay ? slot.sentToday : 0,
        pending: (sameDay ? slot.pending : 0) + reservation.count,
        revision: slot.revision + 1,
      })
      .where((row, op) => op.eq(row.revision, slot.revision)),
  );
}

/** "busy": a reply or a test email has the mailbox's connection, for some seconds. */
export type SlotRefusal = "limit" | "gap" | "off" | "closed" | "busy";

/** What a sender needs to know of a slot. */
export type SlotSeen = Pick<SendSlot, "lastSendAt"> &
  Partial<Pick<SendSlot, "closures" | "asideUntil">>;

/**
 * Takes the right to send one mail now. One conditional write is the rate limit, the daily cap and the fence at once.
 *
 * @param at `now` is written as the last send, `gapBefore` is the latest last send that leaves the gap, `day` the account's local date
 * @returns the slot, as it was before where it is taken, else with why it is not
 */
export async function takeSendSlot(
  key: MailboxKey,
  at: { now: IsoInstant; gapBefore: IsoInstant; day: string },
): Promise<{ refusal: SlotRefusal | undefined; slot: SlotSeen }> {
  for (;;) {
    const before = await takeIfFree(
      slots
        .patch(key)
        .set({ lastSendAt: at.now })
        .add({ sentToday: 1, pending: -1, revision: 1 })
        .where((row, op) =>
          [
            op.eq(row.day, at.day),
            `${op.name(row.sentToday)} < ${op.name(row.dailyLimit)}`,
            op.lte(row.lastSendAt, at.gapBefore),
            op.eq(row.sending, "on"),
            `(${op.notExists(row.closedUntil)} OR ${op.lte(row.closedUntil, at.now)})`,
            `(${op.notExists(row.asideUntil)} OR ${op.lte(row.asideUntil, at.now)})`,
          ].join(" AND "),
        ),
    );
    if (before) return { refusal: undefined, slot: before };
    const [slot] = await readSlots(key.accountId, [key.mailboxId]);
    if (!slot) throw new Error(`Mailbox ${key.mailboxId} has no slot`);
    if (slot.day >= at.day) return { refusal: refusalOf(slot, at), slot };
    // A new day: the counts begin again, once.
    await writeIfExpected(
      slots
        .update(key)
        .set({ day: at.day, sentToday: 0, pending: 0, revision: slot.revision + 1 })
        .where((row, op) => op.eq(row.revision, slot.revision)),
    );
  }
}

/** The row before the write, which costs nothing more; undefined where its condition did not hold. */
async function takeIfFree(write: {
  go: (options: { response: "all_old" }) => Promise<{ data: unknown }>;
}): Promise<SlotSeen | undefined> {
  try {
    return (await write.go({ response: "all_old" })).data as SlotSeen;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

function refusalOf(
  slot: SendSlot,
  at: { now: IsoInstant; gapBefore: IsoInstant; day: string },
): SlotRefusal {
  if (slot.sending === "off") return "off";
  if (slot.closedUntil && slot.closedUntil > at.now) return "closed";
  if (slot.day > at.day || slot.sentToday >= slot.dailyLimit) return "limit";
  const isHeld = slot.asideUntil !== undefined && slot.asideUntil > at.now;
  return isHeld && slot.lastSendAt <= at.gapBefore ? "busy" : "gap";
}

/**
 * Returns a taken send: nothing left the mailbox.
 *
 * @param isPending whether its mail is to be sent later
 * @param unused the instant at which the slot was taken and the last send before it, where not even a connection came
 *   about: the gap counts from that one again
 */
export async function returnSlot(
  key: MailboxKey,
  {
    day,
    isPending,
    unused,
  }: { day: string; isPending: boolean; unused?: { at: IsoInstant; before: IsoInstant } },
): Promise<void> {
  const back = () =>
    slots.update(key).add({
      sentToday: -1,
      revision: 1,
      ...(isPending ? { pending: 1 } : {}),
    });
  const isRestored =
    unused &&
    (await writeIfExpected(
      back()
        .set({ lastSendAt: unused.before })
        .where((row, op) => `${op.eq(row.day, day)} AND ${op.eq(row.lastSendAt, unused.at)}`),
    ));
  if (isRestored) return;
  await writeIfExpected(
    back().where((row, op) => `${op.eq(row.day, day)} AND ${op.gt(row.sentToday, 0)}`),
  );
}

/**
 * Connecting took long: the gap counts from the instant at which the mail can leave.
 *
 * @returns false when it took longer than the gap and someone else has the mailbox now
 */
export function delaySlot(key: MailboxKey, from: IsoInstant, to: IsoInstant): Promise<boolean> {
  return writeIfExpected(
    slots
      .update(key)
      .set({ lastSendAt: to })
      .where((row, op) => op.eq(row.lastSendAt, from)),
  );
}

/** Releases slots of the day that were planned for emails which will not be sent. */
export async function releasePending(key: MailboxKey, day: string, mails = 1): Promise<void> {
  await writeIfExpected(
    slots
      .update(key)
      .add({ pending: -mails, revision: 1 })
      .where((row, op) => `${op.eq(row.day, day)} AND ${op.gte(row.pending, mails)}`),
  );
}
