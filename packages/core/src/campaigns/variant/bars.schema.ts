import type { Metric } from "../../reporting/metric/metric.schema.ts";

/** How probable it has to be that a variant is the best before it leads, and how many counted sends each has to have. */
export const LEADING = { chance: 0.95, counted: 100 };

/**
 * A leader need not be the better one: with a look a day there is one in more than four of ten tests between equal variants. This
 * bar, looked at once a week, is passed in less than one of twenty (`npm run bench -- winners`).
 */
export const PROVED = { chance: 0.99, counted: 500 };

/** How many days a send is left alone before it is counted (D6). */
export const COUNTED_AFTER_DAYS: Record<Metric, number> = {
  open: 1,
  click: 1,
  reply: 3,
  positive_reply: 3,
};
