import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { putTag, takeTag } from "../../accounts/tag/put-tag.ts";
import { CHOOSE_TAG, saysTag, TAG_CHANGES } from "../../accounts/tag/tag.schema.ts";
import type { Actor } from "../../actor.ts";
import { changedIds, Refused } from "../../bulk-results.schema.ts";
import { changeEach } from "../../bulk-results.ts";
import { notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { Id } from "../../page.schema.ts";
import { DailyLimit, GapMinutes } from "./mailbox.schema.ts";
import { updateMailbox } from "./mailbox.ts";
import { deleteMailbox } from "./mailbox-delete.ts";
import { requireMailbox } from "./mailbox-record.ts";
import { taggedMailbox } from "./mailbox-tags.ts";
import { visibleMailboxes } from "./visible-mailboxes.ts";

const MAILBOX_CHANGES = [...TAG_CHANGES, "limits", "delete"] as const;

export const ChangeMailboxes = v.pipe(
  v.object({
    mailbox_ids: changedIds(issueText("chooseMailboxes"), boundText("mailboxesAtOnce")),
    change: v.picklist(MAILBOX_CHANGES),
    /** For "tag" and "untag". */
    tag_id: v.optional(Id),
    /** For "limits": either of the two or both. */
    daily_limit: v.optional(DailyLimit),
    min_gap_minutes: v.optional(GapMinutes),
  }),
  v.forward(
    v.check((input) => saysTag(input), CHOOSE_TAG),
    ["tag_id"],
  ),
  v.forward(
    v.check(
      ({ change, daily_limit, min_gap_minutes }) =>
        change !== "limits" || daily_limit !== undefined || min_gap_minutes !== undefined,
      issueText("limitOrGap"),
    ),
    ["daily_limit"],
  ),
);
type ChangeMailboxes = v.InferOutput<typeof ChangeMailboxes>;

export const ChangedMailboxes = v.object({
  change: v.picklist(MAILBOX_CHANGES),
  /** Of "tag" and "untag". */
  tag_id: v.optional(v.number()),
  results: v.array(
    v.variant("ok", [
      v.object({
        id: v.number(),
        ok: v.literal(true),
        /** The mailbox was as wanted before. */
        is_same: v.optional(v.boolean()),
        /** Of "limits": what it had before, to put it back. */
        daily_limit_before: v.optional(v.number()),
        min_gap_minutes_before: v.optional(v.number()),
      }),
      Refused,
    ]),
  ),
});
type Result = v.InferOutput<typeof ChangedMailboxes>["results"][number];
type Done = Omit<Extract<Result, { ok: true }>, "id" | "ok">;

/** Changes many mailboxes, each by itself: what one refuses keeps none of the others. */
export const changeMailboxes = operation({
  permission: "mailboxes:write",
  input: ChangeMailboxes,
  output: ChangedMailboxes,
  async run(actor, input) {
    const ids = [...new Set(input.mailbox_ids)];
    const visible = await visibleMailboxes(actor.accountId, actor.scope, ids);
    if (!ids.every((id) => visible.has(id))) throw notFound("mailbox");
    const results = await changeEach(actor, ids, (id) => change(actor, id, input));
    const { change: wanted, tag_id } = input;
    return { change: wanted, ...(tag_id === undefined ? {} : { tag_id }), results };
  },
});

async function change(actor: Actor, mailbox_id: number, input: ChangeMailboxes): Promise<Done> {
  const { change: wanted, tag_id: tagId = 0, daily_limit, min_gap_minutes } = input;
  const tagged = taggedMailbox(actor.accountId, mailbox_id);
  switch (wanted) {
    case "tag":
      return { is_same: !(await putTag(tagId, tagged)) };
    case "untag":
      return { is_same: !(await takeTag(tagId, tagged)) };
    case "delete":
      await deleteMailbox(actor, { mailbox_id });
      return {};
    case "limits": {
      const { dailyLimit, minGapMinutes } = await requireMailbox(actor.accountId, mailbox_id);
      const isSame =
        (daily_limit ?? dailyLimit) === dailyLimit &&
        (min_gap_minutes ?? minGapMinutes) === minGapMinutes;
      if (isSame) return { is_same: true };
      await updateMailbox(actor, { mailbox_id, daily_limit, min_gap_minutes });
      return {
        is_same: false,
        daily_limit_before: dailyLimit,
        min_gap_minutes_before: minGapMinutes,
      };
    }
    default:
      return wanted satisfies never;
  }
}
