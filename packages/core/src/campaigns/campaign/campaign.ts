import { writeIfExpected } from "@thaw/data/condition";
import { readSoon } from "@thaw/data/read-soon";
import { recordsOf } from "@thaw/data/records";
import { commit } from "@thaw/data/transact";
import { upToAmong } from "@thaw/data/up-to";
import type { EntityItem } from "electrodb";
import * as v from "valibot";
import { addGift } from "../../accounts/client/client-assignment.ts";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { holdingCondition, holdingOf } from "../../kernel/access/scope.ts";
import { nextId } from "../../kernel/id-block/id-block.ts";
import { operation } from "../../operation.ts";
import { directionOf, pageOf } from "../../page.schema.ts";
import { type Counts, readTotals } from "../../reporting/counter/counter.ts";
import { ratedFigures } from "../../reporting/metric/rate.schema.ts";
import { findLinkedInAccounts } from "../../senders/linkedin/linkedin-record.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox.ts";
import { presentMailboxes } from "../../senders/mailbox/reach-mailboxes.ts";
import type { Approval } from "../approval/approval.schema.ts";
import { requireEditable } from "../approval/approval-record.ts";
import { readHidden, without } from "../restricted-metric/restricted-metrics.ts";
import type { Condition } from "../subsequence/condition.schema.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import {
  Campaign,
  type CampaignFigures,
  CampaignId,
  CampaignSettings,
  CampaignWithFigures,
  CreateCampaign,
  ListCampaigns,
  UpdateCampaign,
} from "./campaign.schema.ts";
import { requireSeen } from "./campaign-seen.ts";
import { senderProblems } from "./sender-problems.ts";

export type CampaignRecord = EntityItem<typeof CampaignEntity>;

const campaigns = recordsOf<CampaignRecord, { accountId: number; campaignId: number }>(
  CampaignEntity,
);

/** To be read together with records of other features. */
export const campaignRead = (accountId: number, campaignId: number) =>
  campaigns.read({ accountId, campaignId });

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
 * The same, but also of one that was deleted: its mails have left, and people answer them, follow their links and send them
 * back all the same.
 *
 * @throws AppError not_found
 */
export async function requireAnyCampaign(
  accountId: number,
  campaignId: number,
): Promise<CampaignRecord> {
  const campaign = await readSoon(campaignRead(accountId, campaignId), { consistent: true });
  if (!campaign) throw notFound("campaign");
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
    throw new AppError(
      "invalid_transition",
      "Leads come into a subsequence by what they do in its campaign. Add them to the campaign.",
    );
  }
  if (status === "STOPPED" || status === "ARCHIVED") {
    throw new AppError(
      "invalid_transition",
      `A campaign that is ${status} takes no leads. Choose one that is DRAFTED, ACTIVE, PAUSED or COMPLETED.`,
    );
  }
  return campaign;
}

/** Where its start stands: approved or not, and whether it can be taken back. */
const startOf = ({ approval, undoUntil, nextRunAt }: CampaignRecord) => ({
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

export const createCampaign = operation({
  permission: "campaigns:write",
  input: CreateCampaign,
  output: Campaign,
  async run({ accountId, userId, scope }, { name }) {
    const campaign = {
      accountId,
      campaignId: await nextId(accountId, "campaign"),
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
      ...addGift(campaign, "campaigns", campaign.campaignId),
    ]);
    return toCampaign(campaign);
  },
});

export const getCampaign = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: CampaignWithFigures,
  async run({ accountId, scope }, { campaign_id }) {
    const [record, [counts], hidden] = await Promise.all([
      requireCampaign(accountId, campaign_id),
      readTotals(accountId, [campaign_id]),
      readHidden({ accountId, scope }, [campaign_id]),
    ]);
    const shown = without(counts ?? {}, hidden.get(campaign_id)?.total);
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
      ...upToAmong(limit),
      cursor: cursor ?? null,
      order: directionOf(order),
    });
    const ids = page.data.map(({ campaignId }) => campaignId);
    const [totals, hidden] = await Promise.all([
      readTotals(accountId, ids),
      readHidden({ accountId, scope }, ids),
    ]);
    return {
      items: page.data.map((record, index) => ({
        ...toCampaign(record),
        figures: toFigures(without(totals[index] ?? {}, hidden.get(record.campaignId)?.total)),
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
      const message = "A subsequence writes from the mailboxes of its campaign";
      throw new AppError("invalid", message, { mailbox_ids: [message] });
    }
    await requireSenders(actor, mailbox_ids, record);
    await requireStillSends(record, mailbox_ids);
    await requireLinkedIn(accountId, changed.linkedin_account_ids, record);
    const change = changeOf(record, changed);
    const saved = await writeIfExpected(
      CampaignEntity.patch({ accountId, campaignId })
        .set({ ...change, revision: record.revision + 1 })
        .remove("setupRevision" in change ? ["approval"] : [])
        .where((row, op) => op.eq(row.revision, record.revision)),
    );
    if (!saved) {
      throw new AppError(
        "conflict",
        "Someone else just changed this campaign. Reload and try again.",
      );
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

/** Senders that it has already may be gone, or out of the reach of whoever changes it; further ones may not. @throws AppError invalid */
async function requireSenders(
  { accountId, scope }: Actor,
  mailboxIds: readonly number[] = [],
  { mailboxIds: before }: CampaignRecord,
): Promise<void> {
  const added = mailboxIds.filter((id) => !before.includes(id));
  const reached = await presentMailboxes(accountId, scope, added);
  if (added.every((id) => reached.has(id))) return;
  const message = "Choose mailboxes that are there and that you have access to";
  throw new AppError("invalid", message, { mailbox_ids: [message] });
}

/**
 * Whoever takes mailboxes from a campaign that runs leaves it one to send by; whoever adds some, or leaves them as they are, need
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
  const message = `This campaign is sending. ${problem} Or pause it first.`;
  throw new AppError("invalid_transition", message, { mailbox_ids: [message] });
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
  const message = "Choose LinkedIn accounts that are there";
  throw new AppError("invalid", message, { linkedin_account_ids: [message] });
}
