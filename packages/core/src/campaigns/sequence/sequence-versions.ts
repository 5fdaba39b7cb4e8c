import { pageOptions } from "@thaw/data/page-options";
import * as v from "valibot";
import { operation } from "../../operation.ts";
import { pageOf, WholeNumber } from "../../page.schema.ts";
import { CampaignId } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign-record.ts";
import { SequenceEntity } from "./sequence.entity.ts";
import type { SequenceStep } from "./sequence.schema.ts";
import { SequenceChange, sequenceDifference } from "./sequence-difference.ts";

/** A version may hold a megabyte of mails. */
const PAGE = 10;
/** Enough to see what was changed in a mail. */
const MOST_CHARACTERS = 5_000;

export const SequenceVersion = v.object({
  version: v.number(),
  is_live: v.boolean(),
  saved_at: v.string(),
  saved_by: v.number(),
  step_count: v.number(),
  /** Against the version before; none for the first. Mails as plain text. */
  changes: v.array(SequenceChange),
});
export type SequenceVersion = v.InferOutput<typeof SequenceVersion>;

/** The versions of a campaign's steps, newest first, ten at a time, each with what was changed in it. */
export const listSequenceVersions = operation({
  permission: "campaigns:read",
  input: v.object({
    ...CampaignId.entries,
    /** Only versions before this one. */
    before: v.optional(v.pipe(WholeNumber, v.minValue(1))),
  }),
  output: pageOf(SequenceVersion),
  async run({ accountId }, { campaign_id: campaignId, before }) {
    const { sequenceVersion: live } = await requireCampaign(accountId, campaignId);
    const newest = Math.min(live, (before ?? live + 1) - 1);
    const { data } = await SequenceEntity.query
      .byCampaign({ accountId, campaignId })
      // Bounded below, too: records of other kinds come before a campaign's versions, of each categorised lead one.
      .between({ version: 0 }, { version: newest })
      // One more than is shown: the last one is compared with it.
      .go({ ...pageOptions(PAGE + 1), order: "desc", consistent: true });
    const items = await Promise.all(
      data.slice(0, PAGE).map(async (record, at) => {
        const before = data[at + 1];
        return {
          version: record.version,
          is_live: record.version === live,
          saved_at: record.savedAt,
          saved_by: record.savedBy,
          step_count: stepsOf(record).length,
          changes: before ? await describeChanges(stepsOf(before), stepsOf(record)) : [],
        };
      }),
    );
    const last = data.length > PAGE ? items.at(-1) : undefined;
    return { items, cursor: last ? String(last.version) : null };
  },
});

const stepsOf = ({ steps }: { steps?: unknown }) => steps as SequenceStep[];

/** What was changed between two versions, mails as plain text and cut. */
export async function describeChanges(
  before: readonly SequenceStep[],
  after: readonly SequenceStep[],
): Promise<SequenceChange[]> {
  const { htmlToText } = await import("@thaw/mail/message/html-text");
  const textOf = (body: string) => htmlToText(body).slice(0, MOST_CHARACTERS);
  return sequenceDifference(before, after).map((each) =>
    each.change === "body"
      ? { ...each, before: textOf(each.before), after: textOf(each.after) }
      : each,
  );
}
