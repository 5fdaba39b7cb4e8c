import { METRICS, type Metric, STANDS_STILL_AFTER_SECONDS } from "./metric.ts";

/** Upper bounds of the classes that seconds are counted in; beyond the last there is one more. */
export const CLASSES_SECONDS = [1, 10, 30, 60, 120, 360, 900, 3_600] as const;

/** Of a metric since the process began. `classes[i]` counts values up to `CLASSES_SECONDS[i]`. */
export type Total = { count: number; sum: number; latest: number; classes: number[] };

/** A run reports what it finds due every five minutes, and the clock every minute. */
const DUE_KEPT_MS = 6 * 60_000;

type Due = { at: number; seconds: number };

type Measured = {
  pending: Map<Metric, number[]>;
  totals: Map<Metric, Total>;
  dues: Due[];
  sentAt: number | undefined;
};

const measured: Measured = {
  pending: new Map(),
  totals: new Map(),
  dues: [],
  sentAt: undefined,
};

/** Notes a value of a metric: a count, or seconds of real time. */
export function measure(metric: Metric, value: number): void {
  const at = performance.now();
  const pending = measured.pending.get(metric) ?? [];
  pending.push(value);
  measured.pending.set(metric, pending);
  const total = measured.totals.get(metric) ?? newTotal();
  total.count += 1;
  total.sum += value;
  total.latest = value;
  for (const [index, bound] of CLASSES_SECONDS.entries()) {
    if (value <= bound) total.classes[index] = (total.classes[index] ?? 0) + 1;
  }
  measured.totals.set(metric, total);
  if (metric === "Sent") measured.sentAt = at;
  if (metric === "OldestDueSeconds") {
    measured.dues = [
      ...measured.dues.filter((due) => at - due.at < DUE_KEPT_MS),
      { at, seconds: value },
    ];
  }
}

const newTotal = (): Total => ({
  count: 0,
  sum: 0,
  latest: 0,
  classes: CLASSES_SECONDS.map(() => 0),
});

/** What was noted since it was last taken. */
export function takeMeasured(): ReadonlyMap<Metric, number[]> {
  const { pending } = measured;
  measured.pending = new Map();
  return pending;
}

export type MailFlow = {
  /** `stands_still`: something is due, and nothing has left, for a quarter of an hour. */
  state: "flows" | "stands_still";
  /** Seconds; 0 where nothing is due. */
  oldestDueSeconds: number;
  totals: Readonly<Record<Metric, Total>>;
};

/**
 * How mail flows through this process: on one machine that is all of it. In AWS each sandbox knows its own part alone, and
 * CloudWatch has the sum.
 */
export function readMailFlow(): MailFlow {
  const at = performance.now();
  const recent = measured.dues.filter((due) => at - due.at < DUE_KEPT_MS);
  const oldestDueSeconds = Math.max(0, ...recent.map(({ seconds }) => seconds));
  const names = Object.keys(METRICS) as Metric[];
  return {
    state: standsStill(oldestDueSeconds, at) ? "stands_still" : "flows",
    oldestDueSeconds,
    totals: Object.fromEntries(
      names.map((name) => [name, measured.totals.get(name) ?? newTotal()]),
    ) as Record<Metric, Total>,
  };
}

/** A process that has just begun has not been silent for long, however long something was due before. */
function standsStill(oldestDueSeconds: number, at: number): boolean {
  const silentSeconds = (at - (measured.sentAt ?? 0)) / 1000;
  return (
    oldestDueSeconds >= STANDS_STILL_AFTER_SECONDS && silentSeconds >= STANDS_STILL_AFTER_SECONDS
  );
}
