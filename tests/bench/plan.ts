/** Assignments a second of the pure planner: 500 mailboxes and 10,000 new leads, fifteen minutes and two hours ahead. */
import { plan } from "@thaw/core/engine/planner/plan";
import type { PlanInput } from "@thaw/core/engine/planner/plan-input";

const NOW = Date.parse("2026-03-02T09:00:00.000Z");
const ROUNDS = 5;

const input = (horizonMs: number): PlanInput => ({
  campaign: {
    id: 1,
    schedule: {
      timezone: "Europe/Berlin",
      weekdays: [1, 2, 3, 4, 5],
      start: "08:00",
      end: "18:00",
      minGapMinutes: 3,
      maxNewLeadsPerDay: 1_000_000,
    },
    sequence: [
      {
        step: 1,
        delayDays: 0,
        automatic: true,
        variants: [{ letter: "A", share: 100, assigned: 0 }],
      },
    ],
  },
  newToday: 0,
  monthlyLeft: Number.MAX_SAFE_INTEGER,
  followUps: [],
  newLeads: Array.from({ length: 10_000 }, (_, index) => ({ leadId: index + 1 })),
  mailboxes: Array.from({ length: 500 }, (_, index) => ({
    id: index + 1,
    state: "CONNECTED" as const,
    nextFreeAt: null,
    lastSlotAt: null,
    day: null,
    sentToday: 0,
    dailyLimit: 2_000,
    minGapMs: 180_000,
    accountTimezone: "Etc/GMT",
  })),
  seed: 1,
  horizonMs,
});

for (const minutes of [15, 120]) {
  const given = input(minutes * 60_000);
  plan(given, NOW);
  const startedAt = performance.now();
  let assigned = 0;
  for (let round = 0; round < ROUNDS; round++) assigned += plan(given, NOW).assignments.length;
  const rate = assigned / ((performance.now() - startedAt) / 1000);
  console.log(
    `${String(minutes).padStart(3)} minutes ahead           ${rate.toFixed(0)} assignments/s (bar: 50000)`,
  );
}
