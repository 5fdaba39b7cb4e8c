import * as v from "valibot";
import { StoredInstant } from "./instant.schema.ts";

/** A mail that is planned for a lead: kept with the lead, and only there, until it is delivered. */
export const PlannedMail = v.object({
  step: v.number(),
  scheduledAt: StoredInstant,
  variant: v.string(),
  sequenceVersion: v.number(),
  mailboxId: v.number(),
  /** When the month began that the mail is taken from. */
  month: StoredInstant,
  /** The instant that the step fell due, so that a mail that does not leave goes back to the same place. */
  dueAt: StoredInstant,
});
