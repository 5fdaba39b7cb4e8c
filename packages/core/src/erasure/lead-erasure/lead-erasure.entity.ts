import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { ERASURE_STAGES } from "./lead-erasure.schema.ts";

const count = { type: "number" } as const;

/**
 * The progress of a person's erasure and, when done, its proof without the address. See decision 24.
 *
 * `addresses` and the three attributes after it are removed by then.
 */
export const LeadErasureEntity = new Entity(
  {
    model: { service: "thaw", entity: "leadErasure", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      erasureId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      leadId: { type: "number", required: true },
      stage: { type: ERASURE_STAGES, required: true },
      requestedAt: { type: "string", required: true },
      requestedBy: { type: "number", required: true },
      finishedAt: { type: "string" },
      hashes: { type: "list", items: { type: "string" }, required: true },
      addresses: { type: "list", items: { type: "string" } },
      campaignIds: { type: "list", items: { type: "number" } },
      importIds: { type: "list", items: { type: "number" } },
      /** When the account got to know the person. */
      since: { type: "string" },
      leads: count,
      places: count,
      mails: count,
      events: count,
      conversations: count,
      conversationMails: count,
      mentions: count,
      /** The conversation up to which those with others were looked through. */
      redactedTo: { type: "number" },
      files: count,
      blockListEntries: count,
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["erasureId"] },
      },
    },
  },
  { client, table },
);

export const erasureIds = idSequence("erasure");
