import * as v from "valibot";
import { Id } from "../../page.schema.ts";

/** What a list names: leads to take out of a campaign, or entries to take off the block list. */
export const DELETION_KINDS = ["campaign_leads", "block_list"] as const;
export type DeletionKind = (typeof DELETION_KINDS)[number];

const FileKey = v.pipe(v.string(), v.maxLength(200));
/** The uuid of the mailed link. */
const Identifier = v.pipe(v.string(), v.maxLength(64));
/** Numbers of entries that people opted out by go only with this. */
const OptedOut = v.optional(
  v.union([
    v.boolean(),
    v.pipe(
      v.picklist(["true", "on"]),
      v.transform(() => true),
    ),
  ]),
  false,
);

export const RequestLeadDeletion = v.object({ campaign_id: Id, file_key: FileKey });
export const RequestBlockListDeletion = v.object({
  file_key: FileKey,
  /** Whose entries; a client's own are meant without that, else the account's. */
  client_id: v.optional(Id),
});
export const LeadDeletionId = v.object({ campaign_id: Id, delete_identifier: Identifier });
export const BlockListDeletionId = v.object({ delete_identifier: Identifier });
export const ConfirmBlockListDeletion = v.object({
  ...BlockListDeletionId.entries,
  /** Also takes off those who unsubscribed or complained. */
  opted_out: OptedOut,
});

export const DeletionCounts = v.object({
  /** Named in the file and there. */
  matched: v.number(),
  /** Named in the file and not there. */
  unmatched: v.number(),
  /** Rows that hold neither an address nor, for the block list, a domain. */
  invalid: v.number(),
  /** Of the matched ones: entries by which a person opted out. */
  opted_out: v.number(),
});
export type DeletionCounts = v.InferOutput<typeof DeletionCounts>;

export const DeletionRequested = v.object({
  ...DeletionCounts.entries,
  /** Where the link went; absent when nothing matched. */
  mailed_to: v.optional(v.string()),
});
export const DeletionDone = v.object({
  deleted: v.number(),
  /** Matched, and left alone. */
  kept: v.number(),
});
export type DeletionDone = v.InferOutput<typeof DeletionDone>;
