import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { now, nowIso, toIso } from "../../clock.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import { msOfHold } from "../../senders/mailbox/mailbox-aside.ts";
import {
  delaySlot,
  returnSlot,
  type SlotSeen,
  takeSlot,
} from "../../senders/send-slot/send-slot.ts";
import {
  type DomainHour,
  domainHourOf,
  nextHour,
  returnDomainHour,
  takeDomainHour,
} from "../domain-rate-limit/domain-rate-limit.ts";
import type { Ready } from "./check-message.ts";
import type { SendSession } from "./send-session.ts";

const MINUTE = 60_000;
const SLOW_MS = 1_000;

/** The right to send one mail. `seen`: the mailbox's slot before it was taken. */
export type Taken = {
  at: string;
  before: string;
  seen: SlotSeen;
  domainHour: DomainHour | undefined;
};
type Refused = {
  refused: { againMs: number } | { againMs: number; rule: string; dueAt?: string };
};

/** First the hour of the recipient's domain, where the campaign limits it: it costs nothing more to be refused there. */
export async function takeMailbox(
  message: MessageRecord,
  ready: Ready,
  session: SendSession,
): Promise<Taken | Refused> {
  const limit = ready.schedule.maxPerDomainPerHour;
  const at = now();
  const domainHour = limit ? domainHourOf(message.accountId, ready.lead.email, at) : undefined;
  if (limit && domainHour && !(await takeDomainHour(domainHour, limit))) {
    const next = nextHour(at);
    return { refused: { againMs: next - at, rule: "domain_limit", dueAt: toIso(next) } };
  }
  const slot = await takeMailboxSlot(message, ready, session);
  if (!("refused" in slot)) return { ...slot, domainHour };
  if (domainHour) await returnDomainHour(domainHour);
  return slot;
}

async function takeMailboxSlot(
  message: MessageRecord,
  { schedule, mailbox }: Ready,
  session: SendSession,
): Promise<Omit<Taken, "domainHour"> | Refused> {
  const at = now();
  const gapMs = Math.max(schedule.minGapMinutes, mailbox.minGapMinutes) * MINUTE;
  const { refusal, slot } = await takeSlot(message, {
    now: toIso(at),
    gapBefore: toIso(at - gapMs),
    day: await dayOf(message, session),
  });
  if (!refusal) return { at: toIso(at), before: slot.lastSendAt, seen: slot };
  if (refusal === "busy") return { refused: { againMs: msOfHold(slot.asideUntil, at) } };
  const againMs = Date.parse(slot.lastSendAt) + gapMs - at + 50;
  return { refused: refusal === "gap" ? { againMs } : { againMs, rule: `mailbox_${refusal}` } };
}

/**
 * Gives the right back: nothing left.
 *
 * @param isPending whether the mail is to be sent later; `isUnused`: nothing was handed over, so the gap of before counts again
 */
export async function giveSlotBack(
  message: MessageRecord,
  session: SendSession,
  { taken, isPending, isUnused = false }: { taken: Taken; isPending: boolean; isUnused?: boolean },
): Promise<void> {
  const day = await dayOf(message, session);
  await returnSlot(message, { day, isPending, ...(isUnused ? { unused: taken } : {}) });
  if (taken.domainHour) await returnDomainHour(taken.domainHour);
}

/** From when the gap counts: the slot's instant, or now where connecting took long; undefined where the slot was lost. */
export async function leaveAt(
  message: MessageRecord,
  takenAt: string,
): Promise<string | undefined> {
  if (now() - Date.parse(takenAt) < SLOW_MS) return takenAt;
  const at = nowIso();
  return (await delaySlot(message, takenAt, at)) ? at : undefined;
}

/** The account's local date. */
export const dayOf = async (message: MessageRecord, session: SendSession) =>
  localDate(await session.timezone(message.accountId), now());
