import { pendingRead } from "@thaw/data/read-together";
import { commit, TransactionRefused } from "@thaw/data/transact";
import { nowIso } from "../clock.ts";
import { AppError } from "../error.ts";
import { operation, parse } from "../operation.ts";
import { enqueue } from "../queue.ts";
import { findAttachments } from "../upload/attachment.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { CampaignId } from "./campaign.schema.ts";
import { type CampaignRecord, requireCampaign } from "./campaign.ts";
import { SequenceEntity } from "./sequence.entity.ts";
import { CampaignSteps, SaveSequence, Sequence, type SequenceStep } from "./sequence.schema.ts";

/** The steps of a campaign at one version; none when nothing was saved yet. */
export async function readSteps(
  accountId: number,
  campaignId: number,
  version: number,
): Promise<SequenceStep[]> {
  const { data } = await SequenceEntity.get({ accountId, campaignId, version }).go();
  return (data?.steps as SequenceStep[] | undefined) ?? [];
}

/** The steps at one version, to be read together with records of other features. */
export const stepsRead = (accountId: number, campaignId: number, version: number) =>
  pendingRead(SequenceEntity.get({ accountId, campaignId, version }), (Item) => {
    const { data } = SequenceEntity.parse({ Item });
    return (data?.steps as SequenceStep[] | undefined) ?? [];
  });

export const getSequence = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: Sequence,
  async run({ accountId }, { campaign_id }) {
    const { sequenceVersion } = await requireCampaign(accountId, campaign_id);
    const steps = await readSteps(accountId, campaign_id, sequenceVersion);
    return { campaign_id, version: sequenceVersion, steps };
  },
});

/** Saves the steps. Once a campaign has begun, each save is a version of its own, so that what was sent can be shown again. */
export const saveSequence = operation({
  permission: "campaigns:write",
  input: SaveSequence,
  output: Sequence,
  async run({ accountId, userId }, { campaign_id: campaignId, steps }) {
    const campaign = await requireCampaign(accountId, campaignId);
    if (campaign.status === "STOPPED" || campaign.status === "ARCHIVED") {
      throw new AppError(
        "invalid_transition",
        `A campaign that is ${campaign.status} cannot be changed. Duplicate it instead.`,
      );
    }
    // Of a campaign itself the first step waits for nothing; of a subsequence it may.
    if (campaign.parentId === undefined) parse(CampaignSteps, { steps });
    const version = campaign.startedAt ? campaign.sequenceVersion + 1 : campaign.sequenceVersion;
    const record = {
      accountId,
      campaignId,
      version,
      steps: await withAttachments(accountId, steps),
      savedAt: nowIso(),
      savedBy: userId,
    };
    try {
      // Together: somebody else's steps must not be under a version that is live.
      await commit([
        SequenceEntity.put(record),
        CampaignEntity.patch({ accountId, campaignId })
          .set({
            sequenceVersion: version,
            stepCount: steps.length,
            revision: campaign.revision + 1,
          })
          .where((row, op) => op.eq(row.revision, campaign.revision)),
      ]);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      throw new AppError("conflict", "Somebody changed this campaign a moment ago. Look again.");
    }
    if (campaign.status === "COMPLETED" && steps.length > campaign.stepCount) {
      await reopenSoon(campaign);
    }
    return { campaign_id: campaignId, version, steps: record.steps };
  },
});

/** The steps with what is known of their attachments. @throws AppError not_found, SIZE_EXCEEDED */
async function withAttachments(accountId: number, steps: SequenceStep[]): Promise<SequenceStep[]> {
  const mails = steps.map(({ attachments = [] }, index) => ({
    attachments,
    path: `steps.${index}.attachments`,
  }));
  if (mails.every(({ attachments }) => attachments.length === 0)) return steps;
  const found = await findAttachments(accountId, mails);
  return steps.map((step, index) => ({ ...step, attachments: found[index] ?? [] }));
}

/** Has the leads of a completed campaign looked at: some may have a step before them that was not there. */
export async function reopenSoon({ accountId, campaignId }: CampaignRecord): Promise<void> {
  const reopenFrom = { shard: 0, leadId: 0 };
  await enqueue("plan", [{ job: { accountId, campaignId, reopenFrom } }]);
}
