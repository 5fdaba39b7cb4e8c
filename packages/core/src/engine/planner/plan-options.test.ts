import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "../../duration.ts";
import { domainRateLimitKey } from "./domain-room.ts";
import { isFollowUpTurn } from "./follow-up-share.ts";
import { plan } from "./plan.ts";
import type { PlanInput, PlanMailbox, SendingConstraints } from "./plan-input.ts";
import type { Plan } from "./plan-output.ts";
import { countBy, situation } from "./plan-situation.fixture.ts";
import { takeVariant } from "./variant-choice.ts";

/** Gives every lead of an input its traits. */
function withConstraints(
  input: PlanInput,
  constraintsOf: (leadId: number) => SendingConstraints,
): PlanInput {
  const add = <Lead extends { leadId: number }>(leads: readonly Lead[]) =>
    leads.map((lead) => ({ ...lead, ...constraintsOf(lead.leadId) }));
  return { ...input, followUps: add(input.followUps), newLeads: add(input.newLeads) };
}

const domainOf = (leadId: number) => ["big.example", "small.example"][leadId % 3] ?? "else.example";

/** The hours that an input can plan in, some of them taken already. */
const limited = situation.chain(({ now, input }) =>
  fc
    .record({ limit: fc.integer({ min: 1, max: 4 }), taken: fc.array(fc.nat(5), { maxLength: 6 }) })
    .map(({ limit, taken }) => {
      const used = new Map(
        taken.map((count, index) => [
          domainRateLimitKey(domainOf(index % 2), now + Math.floor(index / 2) * HOUR_MS),
          count,
        ]),
      );
      const limits = { ...input, domainRateLimit: { limit, used } };
      return { now, input: withConstraints(limits, (leadId) => ({ domain: domainOf(leadId) })) };
    }),
);

test("no domain gets more mails in an hour of UTC than the limit, counting what is sent and planned already", () => {
  fc.assert(
    fc.property(limited, ({ now, input }) => {
      const hourOf = (mail: { leadId: number; scheduledAt: number }) =>
        domainRateLimitKey(domainOf(mail.leadId), mail.scheduledAt);
      const { assignments } = plan(input, now);
      const { limit = 0, used = new Map<string, number>() } = input.domainRateLimit ?? {};
      for (const [key, count] of countBy(assignments, hourOf)) {
        expect(count + (used.get(key) ?? 0)).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 1000 },
  );
});

test("who waits for the domain's limit is told an hour with room that is not before the first full one ends", () => {
  let seen = 0;
  fc.assert(
    fc.property(limited, ({ now, input }) => {
      const planned = plan(input, now);
      const { limit = 0, used = new Map<string, number>() } = input.domainRateLimit ?? {};
      for (const { leadId, reason, until } of planned.waiting) {
        expect(until === undefined).toBe(reason !== "domain_limit");
        if (until === undefined) continue;
        seen += 1;
        expect(until % HOUR_MS).toBe(0);
        expect(until).toBeGreaterThan(now);
        const before = domainRateLimitKey(domainOf(leadId), until - 1);
        const here = planned.assignments.filter(
          (mail) => domainRateLimitKey(domainOf(mail.leadId), mail.scheduledAt) === before,
        );
        expect(here.length + (used.get(before) ?? 0)).toBeGreaterThanOrEqual(limit);
      }
    }),
    { numRuns: 1000 },
  );
  expect(seen).toBeGreaterThan(20);
});

test("a domain that is full keeps nobody else from a slot: mails to others go out as if it were not asked for", () => {
  fc.assert(
    fc.property(situation, ({ now, input }) => {
      const others = input.newLeads.filter(({ leadId }) => leadId % 3 !== 0);
      const used = new Map(
        Array.from({ length: 40 }, (_, hour) => [
          domainRateLimitKey("big.example", now + hour * HOUR_MS),
          9,
        ]),
      );
      const leads = { ...input, followUps: [] };
      const all = withConstraints({ ...leads, domainRateLimit: { limit: 9, used } }, (leadId) => ({
        domain: domainOf(leadId),
      }));
      const without = withConstraints({ ...leads, newLeads: others }, (leadId) => ({
        domain: domainOf(leadId),
      }));
      expect(plan(all, now).assignments).toEqual(
        plan({ ...without, domainRateLimit: { limit: 99, used: new Map() } }, now).assignments,
      );
    }),
  );
});

const FAMILIES = ["google", "microsoft", undefined, "other"];

test("of leads and mailboxes with providers, none goes through a stranger while a mailbox of its own had a slot, and no slot is wasted for it", () => {
  let crossed = 0;
  fc.assert(
    fc.property(situation, ({ now, input: drawn }) => {
      // A date's limit of new leads counts a campaign's dates, a mailbox's own days: where both end, who takes which slot
      // decides how many there are.
      const schedule = { ...drawn.campaign.schedule, maxNewLeadsPerDay: 1_000_000 };
      const input = { ...drawn, campaign: { ...drawn.campaign, schedule } };
      const familyOf = (leadId: number) => FAMILIES[leadId % 4];
      const mailboxes = input.mailboxes.map((mailbox) => ({
        ...mailbox,
        family: FAMILIES[mailbox.id % 3],
      }));
      const matched = plan(
        withConstraints({ ...input, mailboxes }, (leadId) => ({ family: familyOf(leadId) })),
        now,
      );
      const plain = plan(input, now);
      expect(matched.assignments).toHaveLength(plain.assignments.length);
      const lastFree = (mailboxId: number) => {
        const own = matched.assignments.filter((mail) => mail.mailboxId === mailboxId);
        return own.findLast(({ step }) => step === 1);
      };
      for (const mail of matched.assignments) {
        const family = familyOf(mail.leadId);
        const own = mailboxes.filter((box) => box.family === family && box.state === "CONNECTED");
        const used = mailboxes.find(({ id }) => id === mail.mailboxId)?.family;
        if (mail.step !== 1 || family === undefined || own.length === 0 || used === family)
          continue;
        crossed += 1;
        // The lead that has the last slot of each of the provider's own mailboxes is of that provider, too.
        for (const box of own) {
          const last = lastFree(box.id);
          if (last) expect(familyOf(last.leadId)).toBe(family);
        }
      }
    }),
    { numRuns: 1000 },
  );
  expect(crossed).toBeGreaterThan(5);
});

test("of any row of a mailbox's mails the share is follow-ups', rounded down or up", () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.nat(500),
      fc.integer({ min: 1, max: 500 }),
      (share, from, length) => {
        const turns = Array.from({ length }, (_, at) => isFollowUpTurn(from + at, share));
        const count = turns.filter(Boolean).length;
        expect(Math.abs(count - (length * share) / 100)).toBeLessThan(1);
      },
    ),
  );
});

/** Whole percentages that add up to 100, of two to ten variants. */
const percentages = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 9 })
  .map((cuts) => [...cuts, 0, 100].sort((one, other) => one - other))
  .map((cuts) => cuts.slice(1).map((cut, index) => cut - (cuts[index] ?? 0)));

test("whatever the percentages, no variant is ever a whole lead away from its share [SEQ-14]", () => {
  fc.assert(
    fc.property(percentages, (shares) => {
      const variants = shares.map((share, index) => ({
        letter: String.fromCharCode(65 + index),
        share,
        assigned: 0,
      }));
      const steps = new Map([[1, { choose: "deficit" as const, variants }]]);
      let farthest = 0;
      for (let leadId = 1; leadId <= 100; leadId++) {
        takeVariant(steps, { campaign: { id: 1 } }, { leadId, step: 1 });
        const off = variants.map(({ share, assigned }) => share * leadId - 100 * assigned);
        farthest = Math.max(farthest, ...off.map(Math.abs));
      }
      expect(farthest).toBeLessThan(100);
    }),
    { numRuns: 500, examples: [[[1, 3, 16, 1, 1, 3, 51, 8, 16]]] },
  );
});

const kinds = (planned: Plan, mailboxId: number) => {
  const own = planned.assignments.filter((mail) => mail.mailboxId === mailboxId);
  return { all: own.length, followUps: own.filter(({ step }) => step > 1).length };
};

test("with a share of the day for follow-ups each kind has its slots while both wait, and takes the other's when it does not", () => {
  let shared = 0;
  const shares = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(situation, shares, ({ now, input }, followUpShare) => {
      const schedule = { ...input.campaign.schedule, followUpShare, maxNewLeadsPerDay: 1_000_000 };
      const campaign = { ...input.campaign, schedule };
      const followUps = input.mailboxes.flatMap(({ id }) =>
        Array.from({ length: 100 }, (_, at) => ({
          leadId: 1_000 * id + at,
          step: 2,
          dueAt: now - 100 + at,
          mailboxId: id,
        })),
      );
      const newLeads = Array.from({ length: 500 }, (_, at) => ({ leadId: at + 1 }));
      const base = { ...input, campaign, monthlyLeft: 10_000, horizonMs: 2 * HOUR_MS };
      const both = plan({ ...base, followUps, newLeads }, now);
      const first = plan({ ...base, followUps, newLeads: [] }, now);
      const only = plan({ ...base, followUps: [], newLeads }, now);
      for (const mailbox of input.mailboxes) {
        const { all, followUps: count } = kinds(both, mailbox.id);
        // However they are divided, no slot is lost.
        expect(kinds(first, mailbox.id)).toEqual({ all, followUps: all });
        expect(kinds(only, mailbox.id)).toEqual({ all, followUps: 0 });
        if (all > 0) shared += 1;
        expect(count).toBe(turnsBetween(both, mailbox, followUpShare));
      }
    }),
    { numRuns: 300 },
  );
  // In most situations drawn nothing can leave: about a hundred mailboxes are enough to tell.
  expect(shared).toBeGreaterThan(40);
});

/** Follow-ups' turns among the slots that the plan has given, by each one's place in its day. */
function turnsBetween(planned: Plan, mailbox: PlanMailbox, share: number): number {
  const days = new Map<string, number>();
  if (mailbox.day !== null) days.set(mailbox.day, mailbox.sentToday);
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: mailbox.accountTimezone });
  return planned.assignments
    .filter(({ mailboxId }) => mailboxId === mailbox.id)
    .filter(({ scheduledAt }) => {
      const day = format.format(scheduledAt);
      const used = days.get(day) ?? 0;
      days.set(day, used + 1);
      return isFollowUpTurn(used, share);
    }).length;
}
