import { Temporal } from "temporal-polyfill";
import { toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";

/** From its first instant to, exclusive, that of the next; ISO 8601. */
export type BillingMonth = { startsAt: IsoInstant; endsAt: IsoInstant };

/**
 * The month that an instant falls into, counted from the start of the plan: the same day and time of each month (UTC), or the
 * month's last day where that day is missing (D16.4).
 */
export function billingMonth(planStartedAt: string, atMs: number): BillingMonth {
  const start = Temporal.Instant.from(planStartedAt).toZonedDateTimeISO("UTC");
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO("UTC");
  // Always added to the first start: the 31st comes back after a shorter month.
  const beginning = (months: number) => start.add({ months });
  let months = Math.max(0, (at.year - start.year) * 12 + at.month - start.month);
  if (months > 0 && Temporal.ZonedDateTime.compare(beginning(months), at) > 0) months -= 1;
  return {
    startsAt: toIso(beginning(months).epochMilliseconds),
    endsAt: toIso(beginning(months + 1).epochMilliseconds),
  };
}
