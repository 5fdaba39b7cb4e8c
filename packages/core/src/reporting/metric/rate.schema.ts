import * as v from "valibot";
import type { Metric } from "./metric.schema.ts";

/** What an email can come to that has a rate. */
export const RATED = [
  "opened",
  "clicked",
  "replied",
  "positive",
  "bounced",
  "unsubscribed",
] as const;
export type Rated = (typeof RATED)[number];

/** Emails, and how many of them came to what. */
export const RatedFigures = v.object({
  sent: v.number(),
  opened: v.number(),
  clicked: v.number(),
  replied: v.number(),
  /** Leads whose reply has a category of positive sentiment. */
  positive: v.number(),
  bounced: v.number(),
  unsubscribed: v.number(),
});
export type RatedFigures = v.InferOutput<typeof RatedFigures>;

/** These figures by their names. */
export const ratedFigures = (of: (name: "sent" | Rated) => number): RatedFigures => ({
  sent: of("sent"),
  opened: of("opened"),
  clicked: of("clicked"),
  replied: of("replied"),
  positive: of("positive"),
  bounced: of("bounced"),
  unsubscribed: of("unsubscribed"),
});

/** The figure of which a metric is the rate. */
export const FIGURE = {
  open: "opened",
  click: "clicked",
  reply: "replied",
  positive_reply: "positive",
} as const satisfies Record<Metric, Rated>;

/** Below this many emails, a rate says more about chance than about the email. */
export const TRUSTED_FROM = 20;

/**
 * The one definition of a rate, for every screen and every part of the product (decision 43): emails that came to something, each
 * counted once, of the emails sent.
 */
export const rateOf = (figures: RatedFigures, name: Rated) => ({
  part: figures[name],
  whole: figures.sent,
  isTrusted: figures.sent >= TRUSTED_FROM,
});
