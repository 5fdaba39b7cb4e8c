import * as v from "valibot";
import { EmailAddress } from "../../accounts/user/email-address.schema.ts";
import { AccountWideId, Id, PageInput } from "../../page.schema.ts";

/** In this order; a repeat begins with the stage that was not finished. */
export const ERASURE_STAGES = [
  "block",
  "lead",
  "mails",
  "events",
  "conversations",
  "mentions",
  "exports",
  "files",
  "block_list",
  "done",
] as const;
export type ErasureStage = (typeof ERASURE_STAGES)[number];

export const EraseLead = v.object({ lead_id: Id });
export const ErasureId = v.object({ erasure_id: AccountWideId });
export const ReinstateAddress = v.object({ email: EmailAddress });
export const ListErasures = v.object(PageInput);

export const Removed = v.object({
  leads: v.number(),
  /** Enrolments in campaigns. */
  places: v.number(),
  /** Campaign mails that lost their subject and what servers said of the address. */
  mails: v.number(),
  /** Events that lost their texts. */
  events: v.number(),
  conversations: v.number(),
  /** Mails received and answered. */
  conversation_mails: v.number(),
  /** Mails of conversations with others that named an address, or came from it. */
  mentions: v.number(),
  /** Stored bodies of mails, files of imports and of exports. */
  files: v.number(),
  /** Entries of the block list in plain text; a hash has taken their place. */
  block_list_entries: v.number(),
});
export type Removed = v.InferOutput<typeof Removed>;

export const LeadErasure = v.object({
  id: v.number(),
  lead_id: v.number(),
  stage: v.picklist(ERASURE_STAGES),
  /** Stages done, of all. */
  progress: v.object({ done: v.number(), of: v.number() }),
  requested_at: v.string(),
  requested_by: v.number(),
  finished_at: v.optional(v.string()),
  /** Of each address: what keeps it from being written to again. SHA-256 of account and address. */
  address_hashes: v.array(v.string()),
  removed: Removed,
});
export type LeadErasure = v.InferOutput<typeof LeadErasure>;
