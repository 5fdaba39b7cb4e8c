import { DAY_MS } from "../../duration.ts";
import type { Counts } from "../../reporting/counter/counter.ts";
import type { Metric } from "../../reporting/metric/metric.schema.ts";
import { FIGURE } from "../../reporting/metric/rate.schema.ts";
import { COUNTED_AFTER_DAYS } from "./bars.schema.ts";
import { type Distributed, distribute, type VariantRecord } from "./distribution.ts";

const WEEK_MS = 7 * DAY_MS;
/** The first Monday of Unix time: 1970-01-05. */
const FIRST_MONDAY = 4 * DAY_MS;

/** How long after its send a success counts (D6): figures of older dates no longer change. */
const SUCCEEDS_WITHIN = 7 * DAY_MS;

/** Figures of a campaign by the date of the send that they belong to. */
export type Days = readonly { day: string; counts: Counts }[];

/** One step's variants. `after`: sends of dates up to this one were of other texts. */
export type Test = {
  seed: string;
  step: number;
  metric: Metric;
  letters: readonly string[];
  days: Days;
  after: string;
  /** The letter that was proved before. */
  proved?: string | undefined;
};

export type Judged = Distributed & { metric: Metric; records: VariantRecord[] };

/**
 * What can be told of a step's variants at an instant (ms).
 *
 * A winner is judged once a week, on Monday 00:00 UTC, by sends whose 7 days were over by then: whenever anyone asks in that
 * week, the figures and so the answer are the same. Looking at every run would name many more that are none.
 */
export function judge(test: Test, at: number): Judged {
  const { letters, metric, seed, proved } = test;
  const own = test.days.filter(({ day }) => day > test.after);
  const recordsOf = (counted: Days) =>
    letters.map((letter) => recordOf(`${test.step}.${letter}`, { letter, metric, own, counted }));
  const records = recordsOf(over(own, at - COUNTED_AFTER_DAYS[metric] * DAY_MS));
  const weekly = recordsOf(over(own, mondayBefore(at) - SUCCEEDS_WITHIN));
  return { ...distribute(records, { seed, weekly, proved }), metric, records };
}

/** The dates whose last send was at an instant or before. */
const over = (days: Days, at: number) => days.filter(({ day }) => Date.parse(day) + DAY_MS <= at);

const mondayBefore = (at: number) => at - ((at - FIRST_MONDAY) % WEEK_MS);

function recordOf(
  name: string,
  {
    letter,
    metric,
    own,
    counted,
  }: Pick<VariantRecord, "letter"> & { metric: Metric; own: Days; counted: Days },
): VariantRecord {
  const sum = (days: Days, kind: string) =>
    days.reduce((total, { counts }) => total + (counts[`${kind}.${name}`] ?? 0), 0);
  const kind = FIGURE[metric];
  return {
    letter,
    sent: sum(own, "sent"),
    counted: sum(counted, "sent"),
    successes: sum(counted, kind) - sum(counted, `late-${kind}`),
  };
}
