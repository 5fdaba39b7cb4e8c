import { writeIfExpected } from "@thaw/data/condition";
import { filteredPageOptions } from "@thaw/data/page-options";
import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import { addClientAssignment } from "../../accounts/client/client-assignment.ts";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import { holdingCondition, holdingOf } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { directionOf, pageOf } from "../../page.schema.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { findLinkedInAccounts } from "../../senders/linkedin/linkedin-record.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import { readSendersOften } from "../../senders/mailbox/read-often.ts";
import { presentMailboxes } from "../../senders/mailbox/visible-mailboxes.ts";
import { requireEditable } from "../approval/approval-record.ts";
import { readRestrictedMetrics, without } from "../restricted-metric/restricted-metrics.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import {
  Campaign,
  CampaignId,
  CampaignSettings,
  CampaignWithFigures,
  CreateCampaign,
  ListCampaigns,
  UpdateCampaign,
} from "./campaign.schema.ts";
import {
  type CampaignRecord,
  campaignIds,
  requireCampaign,
  toCampaign,
  toFigures,
} from "./campaign-record.ts";
import { requireSeen } from "./campaign-seen.ts";
import { senderProblems } from "./sender-problems.ts";

export const createCampaign = operation({
  permission: "campaigns:write",
  input: CreateCampaign,
  output: Campaign,
  async run({ accountId, userId, scope }, { name }) {
    const campaign = {
      accountId,
      campaignId: await campaignIds.next(accountId),
      name,
      status: "DRAFTED" as const,
      settings: v.parse(CampaignSettings, {}),
      mailboxIds: [],
      sequenceVersion: 1,
      stepCount: 0,
      revision: 1,
      createdAt: nowIso(),
      createdBy: userId,
      ...holdingOf(scope),
    };
    await commit([
      CampaignEntity.create(campaign),
      ...addClientAssignment(campaign, "campaigns", campaign.campaignId),
    ]);
    return toCampaign(campaign);
  },
});

export const getCampaign = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: CampaignWithFigures,
  async run({ accountId, scope }, { campaign_id }) {
    const [record, [counts], restricted] = await Promise.all([
      requireCampaign(accountId, campaign_id),
      readTotals(accountId, [campaign_id]),
      readRestrictedMetrics({ accountId, scope }, [campaign_id]),
    ]);
    const shown = without(counts ?? {}, restricted.get(campaign_id)?.total);
    return { ...toCampaign(record), figures: toFigures(shown) };
  },
});

export const listCampaigns = operation({
  permission: "campaigns:read",
  input: ListCampaigns,
  output: pageOf(CampaignWithFigures),
  async run({ accountId, scope }, { limit, cursor, order, search, ...narrowed }) {
    const { status, folder_id: folderId, created_by, tag_id: tagId, client_id } = narrowed;
    const query = CampaignEntity.query.byAccount({ accountId });
    const filtered = query.where((row, op) => {
      const anyStatus = listOf(status).map((each) => op.eq(row.status, each));
      const anyFolder = listOf(folderId).map((each) =>
        each === "none" ? op.notExists(row.folderId) : op.eq(row.folderId, each),
      );
      const anyOwner = listOf(created_by).map((each) => op.eq(row.createdBy, each));
      const anyClient = listOf(client_id).map((each) =>
        each === "none" ? op.notExists(row.clientId) : op.eq(row.clientId, each),
      );
      const anyTag = listOf(tagId).map((each) => op.contains(row.tagIds, each));
      return [
        op.notExists(row.deletedAt),
        op.notExists(row.parentId),
        ...holdingCondition(scope, row as never, op as never),
        ...(anyClient.length > 0 ? [`(${anyClient.join(" OR ")})`] : []),
        ...(anyTag.length > 0 ? [`(${anyTag.join(" OR ")})`] : []),
        ...(anyStatus.length > 0 ? [`(${anyStatus.join(" OR ")})`] : []),
        ...(anyOwner.length > 0 ? [`(${anyOwner.join(" OR ")})`] : []),
        ...(anyFolder.length > 0 ? [`(${anyFolder.join(" OR ")})`] : []),
        ...(search ? [op.contains(row.nameFolded, search.toLowerCase())] : []),
      ].join(" AND ");
    });
    const page = await filtered.go({
      ...filteredPageOptions(limit),
      cursor: cursor ?? null,
      order: directionOf(order),
    });
    const ids = page.data.map(({ campaignId }) => campaignId);
    const [totals, restricted] = await Promise.all([
      readTotals(accountId, ids),
      readRestrictedMetrics({ accountId, scope }, ids),
    ]);
    return {
      items: page.data.map((record, index) => ({
        ...toCampaign(record),
        figures: toFigures(without(totals[index] ?? {}, restricted.get(record.campaignId)?.total)),
      })),
      cursor: page.cursor,
    };
  },
});

const listOf = <Value>(one: Value | Value[] | undefined): Value[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one];

export const updateCampaign = operation({
  permission: "campaigns:write",
  input: UpdateCampaign,
  output: Campaign,
  async run(actor, { campaign_id: campaignId, expected_setup, expected_name, ...changed }) {
    const { accountId } = actor;
    const { mailbox_ids } = changed;
    const record = await requireCampaign(accountId, campaignId);
    requireSeen("setup", record.setupRevision ?? 0, expected_setup);
    requireSeen("name", record.name, expected_name);
    await requireEditable(record);
    if (record.parentId !== undefined && mailbox_ids !== undefined) {
      throw AppError.at("invalid", "mailbox_ids", "campaign.mailboxesOfParent");
    }
    await requireSenders(actor, mailbox_ids, record);
    await requireStillSends(record, mailbox_ids);
    await requireLinkedIn(accountId, changed.linkedin_account_ids, record);
    const change = changeOf(record, changed);
    if (record.status === "ACTIVE") await readSendersOften(accountId, change.mailboxIds ?? []);
    const saved = await writeIfExpected(
      CampaignEntity.patch({ accountId, campaignId })
        .set({ ...change, revision: record.revision + 1 })
        .remove("setupRevision" in change ? ["approval"] : [])
        .where((row, op) => op.eq(row.revision, record.revision)),
    );
    if (!saved) {
      throw changedMeanwhile("campaign");
    }
    return toCampaign({ ...record, ...change });
  },
});

function changeOf(
  record: CampaignRecord,
  {
    name,
    ...setup
  }: Omit<v.InferOutput<typeof UpdateCampaign>, "campaign_id" | "expected_setup" | "expected_name">,
) {
  const { schedule, settings, mailbox_ids, linkedin_account_ids } = setup;
  const isSetup = Object.values(setup).some((part) => part !== undefined);
  return {
    ...(name === undefined ? {} : { name }),
    ...(schedule === undefined ? {} : { schedule }),
    // Its next run is as far away as the hours that it had.
    ...(schedule && record.status === "ACTIVE" ? { nextRunAt: nowIso() } : {}),
    ...(settings === undefined ? {} : { settings: { ...record.settings, ...settings } }),
    ...(mailbox_ids === undefined ? {} : { mailboxIds: [...new Set(mailbox_ids)] }),
    ...(linkedin_account_ids === undefined
      ? {}
      : { linkedinIds: [...new Set(linkedin_account_ids)] }),
    ...(isSetup ? { setupRevision: (record.setupRevision ?? 0) + 1 } : {}),
  };
}

/** Senders that it has already may be gone, or not visible to the user who changes it; further ones may not. @throws AppError invalid */
async function requireSenders(
  { accountId, scope }: Actor,
  mailboxIds: readonly number[] = [],
  { mailboxIds: before }: CampaignRecord,
): Promise<void> {
  const added = mailboxIds.filter((id) => !before.includes(id));
  const visible = await presentMailboxes(accountId, scope, added);
  if (added.every((id) => visible.has(id))) return;
  throw AppError.at("invalid", "mailbox_ids", "campaign.mailboxesUnknown");
}

/**
 * Anyone who takes mailboxes from a campaign that runs has to leave it one to send by; anyone who adds some, or leaves them as they are, need
 * not mend what is disconnected first.
 *
 * @throws AppError invalid_transition
 */
async function requireStillSends(
  { accountId, status, mailboxIds: before }: CampaignRecord,
  mailboxIds: readonly number[] = before,
): Promise<void> {
  if (status !== "ACTIVE" || before.every((id) => mailboxIds.includes(id))) return;
  const [problem] = senderProblems(await findMailboxes(accountId, mailboxIds));
  if (problem === undefined) return;
  throw AppError.at("invalid_transition", "mailbox_ids", "campaign.senderProblem", { problem });
}

/** Those that it has already may be gone by now; further ones may not. @throws AppError invalid */
async function requireLinkedIn(
  accountId: number,
  ids: readonly number[] = [],
  { linkedinIds: before = [] }: CampaignRecord,
): Promise<void> {
  const added = ids.filter((id) => !before.includes(id));
  const found = await findLinkedInAccounts(accountId, added);
  if (found.length === new Set(added).size) return;
  throw AppError.at("invalid", "linkedin_account_ids", "campaign.linkedinUnknown");
}
