import * as v from "valibot";

declare const unit: unique symbol;

/**
 * An instant as milliseconds since 1970-01-01 UTC: what is reckoned with. Arithmetic gives a plain number, which passes for one;
 * a count of days, a time of the wall and a length of time do not.
 */
export type EpochMs = number & { readonly [unit]?: "epoch ms" };

/** A time of a wall clock, as the epoch milliseconds at which UTC would show it: arithmetic on it is calendar arithmetic. */
export type WallMs = number & { readonly [unit]?: "wall ms" };

/** A calendar date, as days since 1970-01-01. */
export type DayNumber = number & { readonly [unit]?: "day" };

/** A length of time in milliseconds. */
export type DurationMs = number & { readonly [unit]?: "ms" };

/** An instant as it is stored and shown: ISO 8601 in UTC with milliseconds, so that texts sort as instants do. No date alone. */
export type IsoInstant = `${string}T${string}Z`;

/** An instant that we wrote ourselves, in a record or a queue's message. What people and programs enter is `Instant` of page.schema.ts. */
export const StoredInstant = v.custom<IsoInstant>(
  (text) => typeof text === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
);
