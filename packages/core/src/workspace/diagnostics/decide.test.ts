import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { plan } from "../../engine/planner/plan.ts";
import type { FollowUp, PlanInput } from "../../engine/planner/plan-input.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import { decide } from "./decide.ts";

const NOW = Date.parse("2026-03-02T09:00:00Z");

const mailbox = fc.record({
  state: fc.constantFrom("CONNECTED", "CONNECTED", "DISCONNECTED"),
  freeIn: fc.integer({ min: -30 * MINUTE_MS, max: 30 * MINUTE_MS }),
  sentToday: fc.nat(8),
  dailyLimit: fc.nat(10),
  minGapMs: fc.integer({ min: 0, max: 12 * MINUTE_MS }),
});

const situation = fc
  .record({
    startsIn: fc.constantFrom("09:00", "09:10", "11:00", "00:00"),
    maxNewLeadsPerDay: fc.integer({ min: 1, max: 12 }),
    newToday: fc.nat(12),
    monthlyLeft: fc.oneof(fc.constant(1_000), fc.nat(6)),
    mailboxes: fc.array(mailbox, { minLength: 1, maxLength: 4 }),
    followUps: fc.array(
      fc.record({ dueIn: fc.integer({ min: -DAY_MS, max: 30 * MINUTE_MS }), box: fc.nat(4) }),
      { maxLength: 20 },
    ),
    newLeads: fc.nat(30),
    step: fc.constantFrom(2, 2, 2, 7),
    seed: fc.nat(),
  })
  .map(({ startsIn, maxNewLeadsPerDay, mailboxes, followUps, newLeads, step, ...rest }) => ({
    ...rest,
    campaign: {
      id: 3,
      schedule: {
        timezone: "UTC",
        weekdays: [1, 2, 3, 4, 5],
        start: startsIn,
        end: "17:00",
        minGapMinutes: 3,
        maxNewLeadsPerDay,
      },
      sequence: [1, 2].map((each) => ({
        step: each,
        delayDays: each - 1,
        automatic: true,
        variants: [{ letter: "A", share: 100, assigned: 0 }],
      })),
    },
    mailboxes: mailboxes.map(({ freeIn, ...each }, index) => ({
      ...each,
      id: index + 1,
      nextFreeAt: NOW + freeIn,
      lastSlotAt: null,
      day: localDate("UTC", NOW),
      accountTimezone: "UTC",
    })),
    followUps: followUps.map(({ dueIn, box }, index) => ({
      leadId: 500 + index,
      step,
      dueAt: NOW + dueIn,
      mailboxId: box + 1,
    })),
    newLeads: Array.from({ length: newLeads }, (_, index) => ({ leadId: index + 1 })),
  }));

function check(rule: (input: PlanInput) => void): void {
  fc.assert(fc.property(situation, rule), { numRuns: 500 });
}

/** What the whole plan says of every lead in it. */
function verdicts(input: PlanInput): Map<number, unknown> {
  const { assignments, waiting } = plan(input, NOW);
  return new Map<number, unknown>([
    ...assignments.map(({ leadId, scheduledAt, mailboxId }): [number, unknown] => [
      leadId,
      { kind: "planned", at: scheduledAt, mailboxId },
    ]),
    ...waiting.map(({ leadId, reason }): [number, unknown] => [
      leadId,
      { kind: "waiting", reason },
    ]),
  ]);
}

/** The lane of one mailbox, as it is read for one lead. */
function laneOf(input: PlanInput, { mailboxId }: FollowUp): PlanInput {
  return {
    ...input,
    mailboxes: input.mailboxes.filter(({ id }) => id === mailboxId),
    followUps: input.followUps.filter((each) => each.mailboxId === mailboxId),
    newLeads: [],
  };
}

test("diagnostics give the planner's instant and mailbox, or its reason", () => {
  check((input) => {
    const all = verdicts(input);
    for (const { leadId } of input.newLeads) {
      expect(decide(input, NOW, { leadId })).toEqual(all.get(leadId));
    }
    for (const followUp of input.followUps) {
      expect(decide(input, NOW, { leadId: followUp.leadId, followUp })).toEqual(
        all.get(followUp.leadId),
      );
    }
  });
});

test("a follow-up is explained by its own mailbox's lane alone, whatever waits elsewhere", () => {
  check((given) => {
    const input = { ...given, monthlyLeft: 1_000 };
    const all = verdicts(input);
    for (const followUp of input.followUps) {
      const lane = laneOf(input, followUp);
      const verdict = decide(lane, NOW, { leadId: followUp.leadId, followUp });
      expect(verdict).toEqual(all.get(followUp.leadId));
    }
  });
});

test("a follow-up that the run does not look at comes behind those that it does", () => {
  check((input) => {
    const last = input.followUps.reduce<FollowUp | undefined>(
      (latest, each) => (latest && latest.dueAt > each.dueAt ? latest : each),
      undefined,
    );
    if (!last) return;
    const looked = { ...input, followUps: input.followUps.filter((each) => each !== last) };
    const verdict = decide({ ...looked, newLeads: [] }, NOW, {
      leadId: last.leadId,
      followUp: last,
    });
    expect(verdict).toEqual(verdicts({ ...input, newLeads: [] }).get(last.leadId));
  });
});

test("a new lead beyond those that a run looks at is behind others, unless even the last of these gets no slot", () => {
  check((input) => {
    const all = verdicts(input);
    const last = all.get(input.newLeads.at(-1)?.leadId ?? 0) as { kind: string } | undefined;
    const verdict = decide(input, NOW, { leadId: 9_999 });
    expect(verdict.kind).toBe("waiting");
    if (last?.kind === "waiting") expect(verdict).toEqual(last);
  });
});
