import { loadBatched } from "@thaw/data/load-batched";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import { AppError, notFound } from "../../error.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import type { Counts } from "../../reporting/counter/counter.ts";
import { ratedFigures } from "../../reporting/metric/rate.schema.ts";
import type { Approval } from "../approval/approval.schema.ts";
import type { Condition } from "../subsequence/condition.schema.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import type { Campaign, CampaignFigures, CampaignSettings } from "./campaign.schema.ts";

export type CampaignRecord = EntityItem<typeof CampaignEntity>;

export const campaignIds = idSequence("campaign");
const campaigns = recordsOf<CampaignRecord, { accountId: number; campaignId: number }>(
  CampaignEntity,
);

/** To be read together with records of other features. */
export const campaignRead = (accountId: number, campaignId: number) =>
  campaigns.read({ accountId, campaignId });

/**
 * The same, but also of one that was deleted: its mails have left, and people answer them, follow their links and send them
 * back all the same.
 *
 * @throws AppError not_found
 */
export async function requireAnyCampaign(
  accountId: number,
  campaignId: number,
): Promise<CampaignRecord> {
  const campaign = await loadBatched(campaignRead(accountId, campaignId), { consistent: true });
  if (!campaign) throw notFound("campaign");
  return campaign;
}

/** @throws AppError not_found */
export async function requireCampaign(
  accountId: number,
  campaignId: number,
): Promise<CampaignRecord> {
  const campaign = await requireAnyCampaign(accountId, campaignId);
  if (campaign.deletedAt) throw notFound("campaign");
  return campaign;
}

/**
 * A campaign that takes leads by hand: into a subsequence they come by its condition alone, and one that is stopped or
 * archived sends to nobody any more.
 *
 * @throws AppError not_found, invalid_transition
 */
export async function requireCampaignForLeads(
  accountId: number,
  campaignId: number,
): Promise<CampaignRecord> {
  const campaign = await requireCampaign(accountId, campaignId);
  const { parentId, status } = campaign;
  if (parentId !== undefined) {
    throw new AppError("invalid_transition", "campaign.leadsOfSubsequence");
  }
  if (status === "STOPPED" || status === "ARCHIVED") {
    throw new AppError("invalid_transition", "campaign.takesNoLeads", { status });
  }
  return campaign;
}

/** Many campaigns in the order of their ids, deleted ones left out. */
export async function findCampaigns(
  accountId: number,
  campaignIds: readonly number[],
): Promise<CampaignRecord[]> {
  if (campaignIds.length === 0) return [];
  const { data } = await CampaignEntity.get(
    campaignIds.map((campaignId) => ({ accountId, campaignId })),
  ).go({ consistent: true });
  return data
    .filter(({ deletedAt }) => deletedAt === undefined)
    .sort((a, b) => a.campaignId - b.campaignId);
}

/** Opens and clicks of machines are kept apart and are in none of these. */
export function toFigures(counts: Counts): CampaignFigures {
  const of = (name: string) => counts[name] ?? 0;
  return {
    leads: of("leads-added"),
    finished: of("lead-finished") - of("lead-reopened"),
    contacted: of("contacted"),
    ...ratedFigures(of),
  };
}

/** Where its start stands: approved or not, and whether it can be taken back. */
export const startOf = ({ approval, undoUntil, nextRunAt }: CampaignRecord) => ({
  ...(approval ? { approval: approval as Approval } : {}),
  ...(undoUntil && undoUntil === nextRunAt ? { undo_until: undoUntil } : {}),
});

/** In whose folder and for whom it is. */
const filingOf = ({ folderId, clientId }: CampaignRecord) => ({
  ...(folderId === undefined ? {} : { folder_id: folderId }),
  ...(clientId === undefined ? {} : { client_id: clientId }),
});

export function toCampaign(record: CampaignRecord): Campaign {
  return {
    id: record.campaignId,
    name: record.name,
    status: record.status,
    settings: record.settings as CampaignSettings,
    mailbox_ids: record.mailboxIds,
    linkedin_account_ids: record.linkedinIds ?? [],
    sequence_version: record.sequenceVersion,
    step_count: record.stepCount,
    setup_revision: record.setupRevision ?? 0,
    condition_revision: record.conditionRevision ?? 0,
    created_at: record.createdAt,
    created_by: record.createdBy,
    tag_ids: [...(record.tagIds ?? [])].sort((a, b) => a - b),
    ...(record.schedule ? { schedule: record.schedule as Campaign["schedule"] } : {}),
    ...filingOf(record),
    ...(record.startedAt ? { started_at: record.startedAt } : {}),
    ...(record.statusReason ? { status_reason: record.statusReason } : {}),
    ...startOf(record),
    ...(record.parentId === undefined ? {} : { parent_id: record.parentId }),
    ...(record.condition ? { condition: record.condition as Condition } : {}),
  };
}

/** A change of a campaign that exists; the caller adds what is set, and on which condition. */
export const patchCampaign = (key: { accountId: number; campaignId: number }) =>
  CampaignEntity.patch(key);
