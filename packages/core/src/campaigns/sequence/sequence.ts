import { commit } from "@thaw/data/transact";
import { nowIso } from "../../clock.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import { findAttachments } from "../../kernel/upload/attachment.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { operation, parse } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { WALK_START } from "../../walk.schema.ts";
import { requireEditable } from "../approval/approval-record.ts";
import { CampaignId } from "../campaign/campaign.schema.ts";
import {
  type CampaignRecord,
  patchCampaign,
  requireCampaign,
} from "../campaign/campaign-record.ts";
import { requireSeen } from "../campaign/campaign-seen.ts";
import { sampleLeadIds } from "../campaign/sample-leads.ts";
import { handTypesWith, requireLinkedInAccess } from "./hand-steps.ts";
import { SequenceEntity } from "./sequence.entity.ts";
import { CampaignSteps, SaveSequence, Sequence, type SequenceStep } from "./sequence.schema.ts";
import { isSameSequence } from "./sequence-difference.ts";
import { customFieldsOf, sequenceProblems } from "./sequence-problems.ts";
import { readSteps } from "./sequence-record.ts";

export const getSequence = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: Sequence,
  async run({ accountId }, { campaign_id }) {
    const { sequenceVersion, sequenceRevision } = await requireCampaign(accountId, campaign_id);
    const steps = await readSteps(accountId, campaign_id, sequenceVersion);
    return {
      campaign_id,
      version: sequenceVersion,
      revision: sequenceRevision ?? 0,
      steps,
    };
  },
});

/**
 * Saves the steps. Once a campaign has begun, each save is a version of its own: leads that are under way finish the one that
 * they began. Steps as they were make no version.
 */
export const saveSequence = operation({
  permission: "campaigns:write",
  input: SaveSequence,
  output: Sequence,
  async run({ accountId, userId }, { campaign_id: campaignId, steps, expected_revision }) {
    const campaign = await requireCampaign(accountId, campaignId);
    const { sequenceVersion: before, sequenceRevision: seen = 0 } = campaign;
    requireSeen("steps", seen, expected_revision);
    await requireEditable(campaign);
    // Of a campaign itself the first step waits for nothing; of a subsequence it may.
    if (campaign.parentId === undefined) parse(CampaignSteps, { steps });
    await requireLinkedInAccess(accountId, steps, () => readSteps(accountId, campaignId, before));
    const handTypes = handTypesWith(campaign, steps);
    await requireSendable(campaign, steps);
    const stored = await withAttachments(accountId, steps);
    if (campaign.startedAt) {
      const live = await readSteps(accountId, campaignId, before);
      if (isSameSequence(live, stored)) {
        return { campaign_id: campaignId, version: before, revision: seen, steps: live };
      }
    }
    const version = campaign.startedAt ? before + 1 : before;
    const revision = seen + 1;
    const saved = { savedAt: nowIso(), savedBy: userId };
    const record = { accountId, campaignId, version, steps: stored, ...saved };
    // Together: someone else's steps must not be under a version that is live.
    await commit(
      [
        SequenceEntity.put(record),
        patchCampaign({ accountId, campaignId })
          .set({
            sequenceVersion: version,
            sequenceRevision: revision,
            stepCount: steps.length,
            ...(handTypes.length > 0 ? { handTypes } : {}),
            revision: campaign.revision + 1,
          })
          .remove(["approval"])
          .where((row, op) => op.eq(row.revision, campaign.revision)),
      ],
      { otherwise: () => changedMeanwhile("campaign") },
    );
    if (campaign.status === "COMPLETED" && steps.length > campaign.stepCount) {
      await reopenSoon(campaign);
    }
    return { campaign_id: campaignId, version, revision, steps: stored };
  },
});

/**
 * What goes out at once has to be fit for it (TPL-15): a campaign that does not send takes a draft as it is, for its start
 * looks at everything.
 *
 * @throws AppError invalid with all that is wrong with the steps
 */
async function requireSendable(
  campaign: CampaignRecord,
  steps: readonly SequenceStep[],
): Promise<void> {
  if (campaign.status !== "ACTIVE") return;
  const leads = await findLeads(campaign.accountId, await sampleLeadIds(campaign));
  const fields = customFieldsOf(campaign, leads.values());
  const problems = sequenceProblems(campaign, steps, fields);
  if (problems.length > 0) {
    throw new AppError("invalid", "campaign.notReady", { problems }, { steps: problems });
  }
}

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
  const job = { kind: "reopen", accountId, campaignId, from: WALK_START } as const;
  await enqueue("plan", [{ job }]);
}
