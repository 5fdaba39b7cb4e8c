import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { STEP_TYPES } from "../sequence/step-type.schema.ts";
import { CONNECTION_STATUSES, LEAD_STATUSES, STOP_REASONS } from "./campaign-lead.schema.ts";

const leadId = { type: "number", required: true, padding: { length: 12, char: "0" } } as const;

/**
 * A lead in a campaign: its status, next step, mailbox, planned email, and the version of the sequence that it follows.
 *
 * `byDue` holds only leads that wait to be planned: a trigger run that plans the next step removes `lane` and `due`, and sending
 * it sets them again.
 */
export const CampaignLeadEntity = new Entity(
  {
    model: { service: "thaw", entity: "campaignLead", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      shard: { type: "number", required: true },
      leadId,
      status: { type: LEAD_STATUSES, required: true },
      previousStatus: { type: LEAD_STATUSES },
      stopReason: { type: STOP_REASONS },
      nextStep: { type: "number", required: true },
      /** The version of the sequence that the lead finishes on: the campaign's when its first step was planned. */
      sequenceVersion: { type: "number" },
      mailboxId: { type: "number" },
      /** "1.5.first-3": new leads by shard; "1.5.mailbox-12": follow-ups, which only their own mailbox can send. */
      lane: { type: "string" },
      /** When, and the lead's id to keep those of one instant in order: "2026-03-02T09:00:00.000Z#000000000005". */
      due: { type: "string" },
      /** When the planned next step goes out. */
      scheduledAt: { type: INSTANT },
      /** The mail that was planned last, DRAFTED until it has a record of its own. */
      planned: { type: "any" },
      /** A person has the task to do the next step since then, with this variant's text; off the due index until it is done. */
      heldSince: { type: INSTANT },
      heldFor: { type: STEP_TYPES },
      heldVariant: { type: "string" },
      /** The LinkedIn account that it is worked from. */
      linkedinId: { type: "number" },
      /** The request to connect on LinkedIn, the step before the one that waits for it, and since when it is so. */
      connection: { type: CONNECTION_STATUSES },
      connectionStep: { type: "number" },
      connectionAt: { type: INSTANT },
      /** In a subsequence after mail came back: the address to write to instead, or that there is none. */
      mailTo: { type: "string" },
      hasNoMail: { type: "boolean" },
      /** The last mail of the thread that a follow-up answers. */
      lastSendId: { type: "string" },
      lastSentAt: { type: INSTANT },
      /** That mail COMPLETED it, which its event has to say however late it is written. */
      isFinishedByMail: { type: "boolean" },
      /** What opened that thread, so that a follow-up need not read it. */
      thread: { type: "any" },
      /** In a subsequence: subject and Message-IDs of the conversation that it goes on with. */
      continues: { type: "any" },
      importId: { type: "number" },
      /** The row of the import's file, so that an import that runs again knows its own work. */
      importRow: { type: "number" },
      enrolledAt: { type: INSTANT, required: true },
      changedAt: { type: INSTANT },
      changedBy: { type: "number" },
      /** Why the status is what it is: a stop reason, "manual", "resume_date", "sent", … */
      changeReason: { type: "string" },
    },
    indexes: {
      byCampaign: {
        pk: { field: "pk", composite: ["accountId", "campaignId", "shard"] },
        sk: { field: "sk", composite: ["leadId"] },
      },
      byDue: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["lane"] },
        sk: { field: "gsi1sk", composite: ["due"] },
      },
    },
  },
  { client, table },
);
