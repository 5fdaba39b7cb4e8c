import * as v from "valibot";
import { now } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { planSchedule } from "../../kernel/schedule/closed-days.ts";
import { operation } from "../../operation.ts";
import { Id, WholeNumber } from "../../page.schema.ts";
import { enqueue } from "../../queue.ts";
import { WALK_START, type WalkPosition } from "../../walk.schema.ts";
import { CampaignId } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign-record.ts";
import { type Adoption, adoptVersion, isOnOtherVersion } from "../campaign-lead/adopt-version.ts";
import { listShard, SHARDS } from "../campaign-lead/campaign-lead.ts";
import { SequenceChange } from "./sequence-difference.ts";
import { readSteps, readVersions } from "./sequence-record.ts";
import { describeChanges } from "./sequence-versions.ts";

/** So many leads of a shard are looked at to say who is on which version. */
const MOST_OF_A_SHARD = 500;

export const LeadsByVersion = v.object({
  live: v.number(),
  /** Only the first 4,000 leads were looked at. */
  is_cut: v.boolean(),
  /** Older versions that leads finish, newest first. */
  versions: v.array(
    v.object({
      version: v.number(),
      leads: v.number(),
      /** How many have which step before them. */
      by_next_step: v.array(v.object({ step: v.number(), leads: v.number() })),
      /** What is different for those who go on with the live version. */
      changes: v.array(SequenceChange),
    }),
  ),
});
export type LeadsByVersion = v.InferOutput<typeof LeadsByVersion>;

/** Who finishes which older version of a campaign's sequence, and what would change for them on the live one. */
export const listLeadsByVersion = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: LeadsByVersion,
  async run({ accountId }, { campaign_id: campaignId }) {
    const { sequenceVersion: live } = await requireCampaign(accountId, campaignId);
    if (live === 1) return { live, is_cut: false, versions: [] };
    const page = { limit: MOST_OF_A_SHARD, afterLeadId: 0 };
    const shards = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) =>
        listShard({ accountId, campaignId, shard }, page),
      ),
    );
    const counts = new Map<number, Map<number, number>>();
    for (const lead of shards.flat()) {
      const { sequenceVersion, nextStep } = lead;
      if (sequenceVersion === undefined || !isOnOtherVersion(lead, live)) continue;
      const bySteps = counts.get(sequenceVersion) ?? new Map<number, number>();
      counts.set(sequenceVersion, bySteps.set(nextStep, (bySteps.get(nextStep) ?? 0) + 1));
    }
    const texts = await readVersions(accountId, campaignId, [live, ...counts.keys()]);
    const versions = await Promise.all(
      [...counts]
        .sort(([one], [other]) => other - one)
        .map(async ([version, bySteps]) => ({
          version,
          leads: [...bySteps.values()].reduce((sum, leads) => sum + leads, 0),
          by_next_step: [...bySteps]
            .sort(([one], [other]) => one - other)
            .map(([step, leads]) => ({ step, leads })),
          changes: await describeChanges(texts.get(version) ?? [], texts.get(live) ?? []),
        })),
    );
    return { live, is_cut: shards.some(({ length }) => length === MOST_OF_A_SHARD), versions };
  },
});

export const MoveToLiveVersion = v.object({
  campaign_id: Id,
  /** Only leads that have not had this step; everyone under way when absent. */
  before_step: v.optional(v.pipe(WholeNumber, v.minValue(2), v.maxValue(50))),
});

/**
 * Lets leads that finish an older version go on with the live one, in the background. Without this each finishes the version
 * that it began.
 */
export const moveToLiveVersion = operation({
  permission: "campaigns:write",
  input: MoveToLiveVersion,
  output: v.object({ campaign_id: v.number(), version: v.number() }),
  async run({ accountId, userId }, { campaign_id: campaignId, before_step: beforeStep }) {
    const { status, sequenceVersion: version } = await requireCampaign(accountId, campaignId);
    if (status === "STOPPED" || status === "ARCHIVED") {
      throw new AppError("invalid_transition", "campaign.leadsStay", { status });
    }
    const job = {
      kind: "adopt",
      accountId,
      campaignId,
      from: WALK_START,
      version,
      ...(beforeStep === undefined ? {} : { beforeStep }),
      actorId: userId,
    } as const;
    await enqueue("plan", [{ job }]);
    return { campaign_id: campaignId, version };
  },
});

type Moved = Pick<Adoption, "version" | "beforeStep" | "actorId"> & { from: WalkPosition };

/**
 * The next leads of such a move. Safe to run twice.
 *
 * @returns where to go on; undefined when all were looked at, or the campaign sends no more
 */
export async function moveLeads(
  { accountId, campaignId }: { accountId: number; campaignId: number },
  { from, version, beforeStep, actorId }: Moved,
): Promise<WalkPosition | undefined> {
  const campaign = await requireCampaign(accountId, campaignId);
  const schedule = await planSchedule(campaign, now());
  if (campaign.status === "STOPPED" || campaign.status === "ARCHIVED" || !schedule) {
    return undefined;
  }
  const steps = await readSteps(accountId, campaignId, version);
  const adoption = {
    version,
    beforeStep,
    actorId,
    steps,
    schedule,
    readVersions: (versions: readonly number[]) => readVersions(accountId, campaignId, versions),
  };
  return adoptVersion({ accountId, campaignId }, adoption, from);
}
