import * as v from "valibot";
import { findCategory } from "../../accounts/category/category.schema.ts";
import { readCategories } from "../../accounts/category/category-record.ts";
import { nowIso } from "../../clock.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import { operation } from "../../operation.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { requireEditable } from "../approval/approval-record.ts";
import {
  Campaign,
  CampaignId,
  CampaignSettings,
  CampaignWithFigures,
} from "../campaign/campaign.schema.ts";
import { addToFamily, writeCondition } from "../campaign/campaign-family.ts";
import {
  type CampaignRecord,
  campaignIds,
  findCampaigns,
  requireCampaign,
  toCampaign,
  toFigures,
} from "../campaign/campaign-record.ts";
import { requireSeen } from "../campaign/campaign-seen.ts";
import { readRestrictedMetrics, without } from "../restricted-metric/restricted-metrics.ts";
import type { Condition } from "./condition.schema.ts";
import { CreateSubsequence, MAX_SUBSEQUENCES, SetCondition } from "./subsequence.schema.ts";

/** A DRAFTED subsequence with the campaign's mailboxes, schedule and settings, and nothing written yet. */
export const createSubsequence = operation({
  permission: "campaigns:write",
  input: CreateSubsequence,
  output: Campaign,
  async run({ accountId, userId }, { campaign_id: parentId, name, condition }) {
    const parent = await requireCampaign(accountId, parentId);
    checkParent(parent);
    if (condition) await checkCategories(accountId, condition);
    const campaignId = await campaignIds.next(accountId);
    const { schedule, mailboxIds } = parent;
    const subsequence = {
      accountId,
      campaignId,
      parentId,
      name,
      status: "DRAFTED" as const,
      settings: v.parse(CampaignSettings, parent.settings),
      mailboxIds,
      sequenceVersion: 1,
      stepCount: 0,
      revision: 1,
      createdAt: nowIso(),
      createdBy: userId,
      ...(schedule ? { schedule } : {}),
      ...(condition ? { condition } : {}),
    };
    if (!(await addToFamily(parent, subsequence))) throw changedMeanwhile("campaign");
    return toCampaign(subsequence);
  },
});

function checkParent({ parentId, status, subsequenceIds = [] }: CampaignRecord): void {
  if (parentId !== undefined) {
    throw new AppError("invalid_transition", "campaign.subsequenceOfSubsequence");
  }
  if (status === "STOPPED" || status === "ARCHIVED") {
    throw new AppError("invalid_transition", "campaign.noNewSubsequences", { status });
  }
  if (subsequenceIds.length >= MAX_SUBSEQUENCES) {
    throw new AppError("conflict", "campaign.mostSubsequences", { most: MAX_SUBSEQUENCES });
  }
}

/** What moves leads into a subsequence. A lead that came in by an earlier condition stays. */
export const setCondition = operation({
  permission: "campaigns:write",
  input: SetCondition,
  output: Campaign,
  async run({ accountId }, { campaign_id: campaignId, condition, expected_revision }) {
    const record = await requireCampaign(accountId, campaignId);
    const { conditionRevision = 0 } = record;
    requireSeen("condition", conditionRevision, expected_revision);
    if (record.parentId === undefined) {
      throw new AppError("invalid_transition", "campaign.noCondition");
    }
    await requireEditable(record);
    await checkCategories(accountId, condition);
    if (!(await writeCondition(record, condition))) throw changedMeanwhile("campaign");
    return toCampaign({ ...record, condition, conditionRevision: conditionRevision + 1 });
  },
});

async function checkCategories(accountId: number, condition: Condition): Promise<void> {
  if (condition.kind !== "category") return;
  const known = await readCategories(accountId);
  if (condition.category_ids.every((id) => findCategory(known, id))) return;
  throw AppError.at("invalid", "condition.category_ids", "campaign.categoriesUnknown");
}

/** The subsequences of a campaign, earliest first, with what each has sent: all of them, for there are few. */
export const listSubsequences = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: v.object({ items: v.array(CampaignWithFigures) }),
  async run({ accountId, scope }, { campaign_id }) {
    const { subsequenceIds = [] } = await requireCampaign(accountId, campaign_id);
    const [records, totals, hidden] = await Promise.all([
      findCampaigns(accountId, subsequenceIds),
      readTotals(accountId, subsequenceIds),
      readRestrictedMetrics({ accountId, scope }, subsequenceIds),
    ]);
    const counts = new Map(subsequenceIds.map((id, index) => [id, totals[index]]));
    return {
      items: records.map((record) => ({
        ...toCampaign(record),
        figures: toFigures(
          without(counts.get(record.campaignId) ?? {}, hidden.get(record.campaignId)?.total),
        ),
      })),
    };
  },
});
