/** Lengths of time in milliseconds: to add to epoch milliseconds. A day here is 24 hours, whatever a timezone's clocks do. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
