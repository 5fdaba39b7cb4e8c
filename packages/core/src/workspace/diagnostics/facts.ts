import { toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { PlanFacts } from "../../engine/forecast/plan-base.ts";
import type { PlanInput, PlanMailbox } from "../../engine/planner/plan-input.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { MIN_GAP_MINUTES } from "../../kernel/schedule/schedule.schema.ts";
import {
  closedFor,
  closesAt,
  isOpen,
  nextOpening,
  type SendWindow,
} from "../../kernel/schedule/window.ts";
import { localDate, nextLocalMidnight } from "../../kernel/schedule/zone.ts";
import type { SendSlot } from "../../senders/send-slot/send-slot.ts";
import type { Fact, Figures } from "./diagnostics.schema.ts";

/** The hours by which a lead, or the campaign, is written to, and whether they are open. */
export function windowFact(schedule: SendWindow, at: EpochMs): Fact {
  const { timezone, start, end } = schedule;
  const closes = closesAt(schedule, at);
  return {
    fact: "window",
    figures: {
      timezone,
      start,
      end,
      is_open: isOpen(schedule, at),
      ...(closes === undefined ? openingFigures(schedule, at) : { closes_at: toIso(closes) }),
    },
  };
}

/** When a closed window opens, and what its day is closed for: a holiday's name, or nothing for a day off of the campaign. */
export function openingFigures(window: SendWindow, at: EpochMs): Figures {
  const name = closedFor(window, at);
  return {
    opens_at: toIso(nextOpening(window, at)),
    ...(name === undefined ? {} : { closed_for: name }),
  };
}

/** What the plan lets the account send in a month, and when that begins anew. */
export const quotaFigures = ({ quota }: PlanFacts): Figures => ({
  limit: quota.limit,
  until: quota.endsAt,
});

/** First mails of the campaign's date, and how many there may be. */
export function newLeadsFact(input: Pick<PlanInput, "campaign" | "newToday">, at: EpochMs): Fact {
  const { timezone, maxNewLeadsPerDay } = input.campaign.schedule;
  return {
    fact: "new_leads",
    figures: {
      today: input.newToday,
      maximum: maxNewLeadsPerDay,
      resets_at: toIso(nextLocalMidnight(timezone, at)),
    },
  };
}

/** One mailbox as the planner sees it: state, gap and the mails of its day. */
export function mailboxFacts(
  { campaign }: Pick<PlanInput, "campaign">,
  mailbox: PlanMailbox,
  { at, slot, email }: { at: EpochMs; slot: SendSlot | undefined; email: string | undefined },
): Fact[] {
  const closedUntil = slot?.closedUntil ?? "";
  const gapMs = Math.max(
    campaign.schedule.minGapMinutes * MINUTE_MS,
    MIN_GAP_MINUTES * MINUTE_MS,
    mailbox.minGapMs,
  );
  return [
    {
      fact: "mailbox",
      figures: {
        mailbox_id: mailbox.id,
        ...(email ? { sender: email } : {}),
        can_send: mailbox.state === "CONNECTED",
        ...(closedUntil > toIso(at) ? { closed_until: closedUntil } : {}),
      },
    },
    {
      fact: "gap",
      figures: {
        minutes: Math.round(gapMs / MINUTE_MS),
        ...(mailbox.lastSlotAt === null ? {} : { last_at: toIso(mailbox.lastSlotAt) }),
        ...(mailbox.nextFreeAt !== null && mailbox.nextFreeAt > at
          ? { free_at: toIso(mailbox.nextFreeAt) }
          : {}),
      },
    },
    {
      fact: "daily_limit",
      figures: {
        used: usedToday(mailbox, at),
        limit: mailbox.dailyLimit,
        resets_at: toIso(nextLocalMidnight(mailbox.accountTimezone, at)),
      },
    },
  ];
}

/** All mailboxes together, for what waits for any of them. */
export function sendersFacts(mailboxes: readonly PlanMailbox[], at: EpochMs): Fact[] {
  const able = mailboxes.filter(({ state }) => state === "CONNECTED");
  const free = Math.min(...able.map(({ nextFreeAt }) => nextFreeAt ?? at));
  const [timezone] = able.map(({ accountTimezone }) => accountTimezone);
  return [
    { fact: "mailbox", figures: { able: able.length, chosen: mailboxes.length } },
    ...(able.length === 0
      ? []
      : [{ fact: "gap" as const, figures: free > at ? { free_at: toIso(free) } : {} }]),
    {
      fact: "daily_limit",
      figures: {
        used: able.reduce((sum, mailbox) => sum + usedToday(mailbox, at), 0),
        limit: able.reduce((sum, { dailyLimit }) => sum + dailyLimit, 0),
        ...(timezone ? { resets_at: toIso(nextLocalMidnight(timezone, at)) } : {}),
      },
    },
  ];
}

function usedToday({ day, sentToday, accountTimezone }: PlanMailbox, at: EpochMs): number {
  return day === localDate(accountTimezone, at) ? sentToday : 0;
}
