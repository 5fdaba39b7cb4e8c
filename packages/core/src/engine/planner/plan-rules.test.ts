import { expect, test } from "vitest";
import { windowIn } from "../../kernel/schedule/lead-window.ts";
import { isOpen } from "../../kernel/schedule/window.ts";
import { dateOfDay } from "../../kernel/schedule/zone.ts";
import { plan } from "./plan.ts";
import type { PlanMailbox } from "./plan-input.ts";
import {
  check,
  countBy,
  dateIn,
  EVERY_DAY,
  gapOf,
  SEQUENCE,
  timesOf,
} from "./plan-situation.fixture.ts";

test("every slot is inside the horizon and the window, across clock changes [CAMP-36] [CAMP-37]", () => {
  check((input, planned, now) => {
    for (const { scheduledAt } of planned.assignments) {
      expect(isOpen(input.campaign.schedule, scheduledAt)).toBe(true);
      expect(scheduledAt).toBeGreaterThanOrEqual(now);
      expect(scheduledAt).toBeLessThan(now + (input.horizonMs ?? 0));
    }
  });
});

test("no plan has a mail on a closed date of the campaign, in any zone and across clock changes", () => {
  check((input, planned) => {
    const { timezone, closed: days } = input.campaign.schedule;
    const dates = new Set([...(days?.keys() ?? [])].map(dateOfDay));
    for (const { scheduledAt } of planned.assignments) {
      expect(dates).not.toContain(dateIn(timezone, scheduledAt));
    }
  });
});

test("leads with clocks of their own get the same hours by them, and still no gap, day or maximum is broken", () => {
  const zones = ["Asia/Kolkata", "America/New_York", undefined, "Australia/Lord_Howe"];
  const zoneOf = (leadId: number) => zones[leadId % zones.length];
  const zoned = <Lead extends { leadId: number }>(leads: readonly Lead[]) =>
    leads.map((lead) => ({ ...lead, timezone: zoneOf(lead.leadId) }));
  check((input, _, now) => {
    const followUps = zoned(input.followUps);
    const planned = plan({ ...input, followUps, newLeads: zoned(input.newLeads) }, now);
    const { schedule: times } = input.campaign;
    for (const { leadId, scheduledAt } of planned.assignments) {
      expect(isOpen(windowIn(times, zoneOf(leadId)), scheduledAt)).toBe(true);
    }
    for (const mailbox of input.mailboxes) {
      const slots = timesOf(planned, mailbox.id);
      const gap = gapOf(input, mailbox);
      slots
        .slice(1)
        .forEach((at, index) => expect(at - (slots[index] ?? 0)).toBeGreaterThanOrEqual(gap));
      for (const [date, count] of countBy(slots, (at) => dateIn(mailbox.accountTimezone, at))) {
        const before = date === mailbox.day ? mailbox.sentToday : 0;
        expect(count + before).toBeLessThanOrEqual(mailbox.dailyLimit);
      }
    }
    const first = planned.assignments.filter(({ step }) => step === 1);
    for (const [date, count] of countBy(first, (one) => dateIn(times.timezone, one.scheduledAt))) {
      const before = date === dateIn(times.timezone, now) ? input.newToday : 0;
      expect(count + before).toBeLessThanOrEqual(times.maxNewLeadsPerDay);
    }
  });
});

test("no two mails of a mailbox come closer than the gap, nor before it is free [CAMP-38]", () => {
  check((input, planned) => {
    for (const mailbox of input.mailboxes) {
      const gap = gapOf(input, mailbox);
      let earliest = Math.max(mailbox.nextFreeAt ?? 0, (mailbox.lastSlotAt ?? -gap) + gap);
      for (const at of timesOf(planned, mailbox.id)) {
        expect(at).toBeGreaterThanOrEqual(earliest);
        earliest = at + gap;
      }
    }
  });
});

test("no mailbox passes its daily limit on any date of the account, nor goes back to a date that is over", () => {
  check((input, planned) => {
    for (const { id, accountTimezone, day, sentToday, dailyLimit } of input.mailboxes) {
      const counts = countBy(timesOf(planned, id), (at) => dateIn(accountTimezone, at));
      for (const [date, count] of counts) {
        expect(count + (date === day ? sentToday : 0)).toBeLessThanOrEqual(dailyLimit);
        expect(date >= (day ?? "")).toBe(true);
      }
    }
  });
});

test("no local date of the campaign takes more new leads than its maximum, no month more mails", () => {
  check((input, planned, now) => {
    const { timezone, maxNewLeadsPerDay } = input.campaign.schedule;
    const first = planned.assignments.filter(({ step }) => step === 1);
    for (const [date, count] of countBy(first, (one) => dateIn(timezone, one.scheduledAt))) {
      const before = date === dateIn(timezone, now) ? input.newToday : 0;
      expect(count + before).toBeLessThanOrEqual(maxNewLeadsPerDay);
    }
    expect(planned.assignments.length).toBeLessThanOrEqual(input.monthlyLeft);
  });
});

test("a follow-up leaves from its own connected mailbox, not before it is due; only automatic steps are planned", () => {
  check((input, planned) => {
    const connected = new Set(
      input.mailboxes.filter(({ state }) => state === "CONNECTED").map(({ id }) => id),
    );
    for (const { leadId, step, mailboxId, scheduledAt } of planned.assignments) {
      expect(connected.has(mailboxId)).toBe(true);
      if (step === 1) continue;
      expect(step).toBe(2);
      const own = input.followUps.filter((one) => one.leadId === leadId && one.step === step);
      expect(own.some((one) => one.mailboxId === mailboxId && one.dueAt <= scheduledAt)).toBe(true);
    }
  });
});

test("a mailbox serves its follow-ups in due order, and no new lead while a due one lacks a slot [CAMP-41]", () => {
  const full = new Set(["no_free_slot", "daily_limit", "window_closed", "monthly_quota"]);
  check((input, planned, now) => {
    // A lead that the input names twice could have been planned by either.
    const times = countBy(input.followUps, ({ leadId }) => String(leadId));
    const followUps = input.followUps.filter(({ leadId }) => times.get(String(leadId)) === 1);
    for (const mailbox of input.mailboxes) {
      const own = planned.assignments.filter(({ mailboxId }) => mailboxId === mailbox.id);
      const dueAt = own.flatMap(({ leadId }) =>
        followUps.filter((one) => one.leadId === leadId).map((one) => one.dueAt),
      );
      expect(dueAt).toEqual([...dueAt].sort((one, other) => one - other));
      const starved = followUps.filter(
        (one) =>
          one.mailboxId === mailbox.id &&
          one.dueAt <= now &&
          planned.waiting.some(({ leadId, reason }) => leadId === one.leadId && full.has(reason)),
      );
      if (starved.length > 0) expect(own.map(({ step }) => step)).not.toContain(1);
    }
  });
});

test("every lead is planned once or waits with a reason", () => {
  check((input, planned) => {
    const asked = [...input.followUps, ...input.newLeads].map(({ leadId }) => leadId);
    const assigned = planned.assignments.map(({ leadId }) => leadId);
    const waiting = planned.waiting.map(({ leadId }) => leadId);
    expect(new Set(assigned).size).toBe(assigned.length);
    expect(new Set([...assigned, ...waiting])).toEqual(new Set(asked));
  });
});

test("reservations sum the assignments up, and the next free instant keeps the gap", () => {
  check((input, planned) => {
    const reserved = planned.reservations.map(({ mailboxId }) => mailboxId);
    const used = new Set(planned.assignments.map(({ mailboxId }) => mailboxId));
    expect(reserved).toHaveLength(used.size);
    expect(new Set(reserved)).toEqual(used);
    for (const reservation of planned.reservations) {
      const mailbox = input.mailboxes.find(({ id }) => id === reservation.mailboxId);
      if (mailbox === undefined) throw new Error("A reservation of an unknown mailbox");
      const times = timesOf(planned, mailbox.id);
      const last = Math.max(...times);
      const day = dateIn(mailbox.accountTimezone, last);
      const thatDay = times.filter((at) => dateIn(mailbox.accountTimezone, at) === day).length;
      expect(reservation).toMatchObject({
        count: times.length,
        firstAt: Math.min(...times),
        lastAt: last,
        day,
        sentThatDay: thatDay + (mailbox.day === day ? mailbox.sentToday : 0),
      });
      expect(reservation.nextFreeAt - last).toBeGreaterThanOrEqual(gapOf(input, mailbox));
      expect(reservation.nextFreeAt - last).toBeLessThanOrEqual(gapOf(input, mailbox) * 1.25);
    }
  });
});

test("a lead waits for a free slot only when its mailbox is full up to the horizon", () => {
  check((input, planned, now) => {
    const until = now + (input.horizonMs ?? 0);
    for (const { leadId, step, reason } of planned.waiting) {
      if (reason !== "no_free_slot" || step === 1) continue;
      const own = input.followUps.filter((one) => one.leadId === leadId && one.step === step);
      const full = own.some(({ mailboxId }) => {
        const mailbox = input.mailboxes.find(({ id }) => id === mailboxId);
        if (mailbox === undefined) return false;
        const taken = planned.reservations.find((one) => one.mailboxId === mailboxId);
        const gap = gapOf(input, mailbox) * 1.25;
        const before = Math.max(mailbox.nextFreeAt ?? 0, (mailbox.lastSlotAt ?? -gap) + gap);
        return (taken?.nextFreeAt ?? before) >= until;
      });
      expect(full).toBe(true);
    }
  });
});

test("the same input gives the same plan and stays untouched; another seed moves the times", () => {
  check((input, planned, now) => {
    const before = structuredClone(input);
    expect(plan(before, now)).toEqual(planned);
    expect(before).toEqual(input);
  });
  const mailbox: PlanMailbox = {
    id: 1,
    state: "CONNECTED",
    nextFreeAt: null,
    lastSlotAt: null,
    day: null,
    sentToday: 0,
    dailyLimit: 50,
    minGapMs: 0,
    accountTimezone: "UTC",
  };
  const window = { timezone: "UTC", weekdays: EVERY_DAY, start: "00:00", end: "23:59" };
  const times = { ...window, minGapMinutes: 3, maxNewLeadsPerDay: 9 };
  const base = {
    campaign: { id: 5, schedule: times, sequence: SEQUENCE },
    newToday: 0,
    monthlyLeft: 9,
    followUps: [],
    newLeads: [{ leadId: 1 }, { leadId: 2 }],
    mailboxes: [mailbox],
  };
  const second = (seed: number) => plan({ ...base, seed }, 0).assignments[1]?.scheduledAt;
  expect(second(1)).not.toBe(second(2));
});
