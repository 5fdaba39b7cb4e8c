import { boundText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id } from "../../page.schema.ts";
import { MemberId } from "./team.schema.ts";

const MOST_AT_ONCE = 100;
const ids = v.optional(v.pipe(v.array(Id), v.maxLength(MOST_AT_ONCE, boundText("atOnceMost"))), []);

export const ChangeAssignments = v.object({
  ...MemberId.entries,
  campaign_ids: ids,
  mailbox_ids: ids,
  /** Given to the member, or taken from them. */
  is_assigned: v.union([
    v.boolean(),
    v.pipe(
      v.picklist(["true", "false"]),
      v.transform((word) => word === "true"),
    ),
  ]),
});

export const Assignments = v.object({
  campaigns: v.array(v.object({ id: v.number(), name: v.string() })),
  mailboxes: v.array(v.object({ id: v.number(), email: v.string() })),
});
export type Assignments = v.InferOutput<typeof Assignments>;
