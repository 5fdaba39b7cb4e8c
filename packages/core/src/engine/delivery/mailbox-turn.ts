import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { now, nowIso, toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { DurationMs, IsoInstant } from "../../instant.schema.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import { msOfHold } from "../../senders/mailbox/mailbox-aside.ts";
import {
  delaySlot,
  returnSlot,
  type SlotRefusal,
  type SlotSeen,
  takeSendSlot,
} from "../../senders/send-slot/send-slot.ts";
import {
  type DomainRateLimitKey,
  domainRateLimitKeyOf,
  nextHour,
  returnDomainSend,
  takeDomainSend,
} from "../domain-rate-limit/domain-rate-limit.ts";
import type { SenderReason } from "../planner/wait-reason.schema.ts";
import type { Ready } from "./check-message.ts";
import type { SendSession } from "./send-session.ts";

const SLOW_MS = 1_000;

/** How a slot was used whose mail did not leave. */
type Unused = {
  /** Whether the mail is to be sent later. */
  isPending?: boolean;
  /** Nothing was delivered: the gap of before counts again, and the next worker may connect at once. */
  isUnused?: boolean;
};

/**
 * The right to send one mail through its mailbox, and to hold its connection. It is given back at the end of its scope where
 * `release` said so before. Else it stays used: the mail left, or an error keeps anyone from knowing that it did not.
 */
export class SlotClaim implements AsyncDisposable {
  /** From when the gap counts, ISO 8601. */
  at: IsoInstant;
  /** The mailbox's slot before it was taken. */
  readonly seen: SlotSeen;
  private readonly message: MessageRecord;
  private readonly session: SendSession;
  private readonly domainRateLimit: DomainRateLimitKey | undefined;
  private unused: Unused | undefined;

  constructor(message: MessageRecord, session: SendSession, claimed: ClaimedSlot) {
    this.message = message;
    this.session = session;
    this.at = claimed.at;
    this.seen = claimed.seen;
    this.domainRateLimit = claimed.domainRateLimit;
  }

  /** Where connecting took long the gap counts from now. @returns false where the slot was lost meanwhile */
  async leave(): Promise<boolean> {
    if (now() - Date.parse(this.at) < SLOW_MS) return true;
    const at = nowIso();
    if (!(await delaySlot(this.message, this.at, at))) return false;
    this.at = at;
    return true;
  }

  /** The mail surely did not leave. */
  release(unused: Unused = {}): void {
    this.unused = unused;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.unused) return;
    const { isPending = true, isUnused = false } = this.unused;
    // First: no two workers hold a connection of one mailbox.
    if (isUnused) await this.session.close(this.message);
    const day = await dayOf(this.message, this.session);
    const before = { at: this.at, before: this.seen.lastSendAt };
    await returnSlot(this.message, { day, isPending, ...(isUnused ? { unused: before } : {}) });
    if (this.domainRateLimit) await returnDomainSend(this.domainRateLimit);
  }
}

type ClaimedSlot = {
  at: IsoInstant;
  seen: SlotSeen;
  domainRateLimit: DomainRateLimitKey | undefined;
};
type Refused = {
  refused:
    | { againMs: DurationMs }
    | { againMs: DurationMs; rule: SenderReason; dueAt?: IsoInstant };
};

const REASON_OF: Record<Exclude<SlotRefusal, "gap" | "busy">, SenderReason> = {
  limit: "daily_limit",
  off: "mailbox_unavailable",
  closed: "mailbox_closed",
};

/** First the hour of the recipient's domain, where the campaign limits it: it costs nothing more to be refused there. */
export async function claimSlot(
  message: MessageRecord,
  ready: Ready,
  session: SendSession,
): Promise<SlotClaim | Refused> {
  const limit = ready.schedule.maxPerDomainPerHour;
  const at = now();
  const domainRateLimit = limit
    ? domainRateLimitKeyOf(message.accountId, ready.lead.email, at)
    : undefined;
  if (limit && domainRateLimit && !(await takeDomainSend(domainRateLimit, limit))) {
    const next = nextHour(at);
    return { refused: { againMs: next - at, rule: "domain_limit", dueAt: toIso(next) } };
  }
  const slot = await claimSendSlot(message, ready, session);
  if (!("refused" in slot)) return new SlotClaim(message, session, { ...slot, domainRateLimit });
  if (domainRateLimit) await returnDomainSend(domainRateLimit);
  return slot;
}

async function claimSendSlot(
  message: MessageRecord,
  { schedule, mailbox }: Ready,
  session: SendSession,
): Promise<Omit<ClaimedSlot, "domainRateLimit"> | Refused> {
  const at = now();
  const gapMs = Math.max(schedule.minGapMinutes, mailbox.minGapMinutes) * MINUTE_MS;
  const { refusal, slot } = await takeSendSlot(message, {
    now: toIso(at),
    gapBefore: toIso(at - gapMs),
    day: await dayOf(message, session),
  });
  if (!refusal) return { at: toIso(at), seen: slot };
  if (refusal === "busy") return { refused: { againMs: msOfHold(slot.asideUntil, at) } };
  const againMs = toEpochMs(slot.lastSendAt) + gapMs - at + 50;
  return { refused: refusal === "gap" ? { againMs } : { againMs, rule: REASON_OF[refusal] } };
}

/** The account's local date. */
export const dayOf = async (message: MessageRecord, session: SendSession) =>
  localDate(await session.timezone(message.accountId), now());
