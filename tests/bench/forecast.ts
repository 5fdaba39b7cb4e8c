/**
 * The send plan of a campaign with 500 mailboxes and three steps: every trigger run simulated, and the estimate that
 * screens show for large campaigns. The bars are for 1 M leads, which is the first argument's default.
 *
 *   node tests/bench/forecast.ts [leads]
 */
import { estimate } from "@thaw/core/engine/forecast/estimate";
import { simulate } from "@thaw/core/engine/forecast/simulate";

const NOW = Date.parse("2026-03-02T09:00:00.000Z");
const MB = 1024;
const [, , argument = "1000000"] = process.argv;
const leads = Number(argument);

const base = {
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
    sequence: [0, 3, 4].map((delayDays, index) => ({
      step: index + 1,
      delayDays,
      automatic: true,
      variants: [{ letter: "A", share: 100, assigned: 0 }],
    })),
  },
  newToday: 0,
  monthlyLeft: Number.MAX_SAFE_INTEGER,
  mailboxes: Array.from({ length: 500 }, (_, index) => ({
    id: index + 1,
    state: "CONNECTED" as const,
    nextFreeAt: null,
    lastSlotAt: null,
    day: null,
    sentToday: 0,
    dailyLimit: 50,
    minGapMs: 600_000,
    accountTimezone: "Etc/GMT",
  })),
  seed: "1|1",
};

/** CPU seconds beside those of the clock: on a machine that does other work too, the clock says little. */
function measure(name: string, bars: string, work: () => { mails: number; endsAt: number }): void {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const { mails, endsAt } = work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const peak = process.resourceUsage().maxRSS / MB;
  console.log(
    `${name}  ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU, ${peak.toFixed(0)} MB at most (bars: ${bars})`,
  );
  console.log(`${"".padEnd(name.length)}  ${mails} mails until ${new Date(endsAt).toISOString()}`);
}

measure(`${leads} leads, estimated    `, "2 s, 512 MB", () => {
  const { plan } = estimate({ ...base, newLeads: leads, waiting: [] }, NOW, { days: 3_653 });
  return { mails: plan.mails, endsAt: Math.max(...plan.days.keys()) * 86_400_000 };
});

measure(`${leads} leads, run by run   `, "20 s, 512 MB", () => {
  let mails = 0;
  let endsAt = 0;
  const newLeads = { count: leads, idAt: (index: number) => index + 1 };
  const onMail = ({ scheduledAt }: { scheduledAt: number }) => {
    mails += 1;
    endsAt = Math.max(endsAt, scheduledAt);
  };
  simulate({ ...base, followUps: [], newLeads }, NOW, { until: Number.POSITIVE_INFINITY, onMail });
  return { mails, endsAt };
});
