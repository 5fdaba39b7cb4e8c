import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { HAND_TYPES } from "../sequence/step-type.schema.ts";
import { CAMPAIGN_STATUSES } from "./campaign.schema.ts";

/**
 * A campaign: status, schedule, mailboxes, settings, version and approval. A subsequence is a campaign with a parent and a
 * condition.
 *
 * `byNextRun` holds only ACTIVE campaigns; the clock finds there which of them are due for a trigger run.
 */
export const CampaignEntity = new Entity(
  {
    model: { service: "thaw", entity: "campaign", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      name: { type: "string", required: true },
      /** For searching: the table compares letters as they are. */
      nameFolded: {
        type: "string",
        watch: ["name"],
        set: (_, { name }) => name?.toLowerCase(),
      },
      status: { type: CAMPAIGN_STATUSES, required: true },
      previousStatus: { type: CAMPAIGN_STATUSES },
      statusReason: { type: "string" },
      /** The revision of the pause by a guard that the owner was last told of. */
      guardToldRevision: { type: "number" },
      schedule: { type: "any" },
      settings: { type: "any", required: true },
      mailboxIds: { type: "list", items: { type: "number" }, required: true },
      /** The LinkedIn accounts that it works from. */
      linkedinIds: { type: "list", items: { type: "number" } },
      sequenceVersion: { type: "number", required: true },
      stepCount: { type: "number", required: true },
      /** What people do in any version of the sequence: leads may wait for it. */
      handTypes: { type: "set", items: HAND_TYPES },
      /** Moves with every change of status: what a worker read is either still true or not. */
      revision: { type: "number", required: true },
      /** Each moves with the saves of its part: what someone edits is either still what they saw or not. */
      sequenceRevision: { type: "number" },
      setupRevision: { type: "number" },
      conditionRevision: { type: "number" },
      folderId: { type: "number" },
      /** Some may be of tags that are deleted. */
      tagIds: { type: "set", items: "number" },
      /** Where its start stands that a second person has to approve; gone when anything of it is changed. */
      approval: { type: "any" },
      /** Its first run waits until then: the start can be taken back. */
      undoUntil: { type: INSTANT },
      createdAt: { type: INSTANT, required: true },
      createdBy: { type: "number", required: true },
      /** Members of limited access who reach it besides. */
      assigneeIds: { type: "set", items: "number" },
      /** The client of the agency whose it is. */
      clientId: { type: "number" },
      startedAt: { type: INSTANT },
      /** A subsequence: the campaign that its leads come from, and what moves them (D6.2). */
      parentId: { type: "number" },
      condition: { type: "any" },
      /** Of a campaign: its subsequences, earliest first. */
      subsequenceIds: { type: "list", items: { type: "number" } },
      /** Gone for everyone; can be restored for 30 days. */
      deletedAt: { type: INSTANT },
      /** First steps planned on a campaign-local date, for the limit of new leads a day. */
      newDay: { type: "string" },
      newCount: { type: "number" },
      runShard: { type: "number" },
      nextRunAt: { type: INSTANT },
      /** When leads were last looked for whose mails are lost. */
      soughtAt: { type: INSTANT },
      /** A run in work holds the campaign until then. */
      runLockedUntil: { type: INSTANT },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["campaignId"] },
      },
      byNextRun: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["runShard"] },
        sk: { field: "gsi1sk", composite: ["nextRunAt"] },
      },
    },
  },
  { client, table },
);
