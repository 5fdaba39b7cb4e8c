import { commit } from "@thaw/data/transact";
import { say } from "@thaw/text/say";
import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import {
  addClientAssignment,
  removeClientAssignment,
} from "../../accounts/client/client-assignment.ts";
import type { Actor } from "../../actor.ts";
import { now, nowIso, toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { holdingOf } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { appendEvent } from "../../reporting/event/event.ts";
import { WALK_START } from "../../walk.schema.ts";
import { countIn, countOut } from "../campaign-folder/campaign-folder.ts";
import { readSteps, writeSteps } from "../sequence/sequence-record.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { Campaign, CampaignId } from "./campaign.schema.ts";
import {
  type CampaignRecord,
  campaignIds,
  requireCampaign,
  toCampaign,
} from "./campaign-record.ts";
import { changeStatus, UNARCHIVED } from "./campaign-status.ts";

/** D0: what is deleted can be brought back for so long. */
const KEPT_DAYS = 30;

/** ACTIVE or PAUSED → STOPPED for good; its leads that had not ended are STOPPED in the background (D4.1). */
export const stopCampaign = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run(actor, { campaign_id: campaignId }) {
    const campaign = await requireCampaign(actor.accountId, campaignId);
    await changeStatus(actor, campaign, "STOPPED", "user");
    const { accountId } = actor;
    const job = { kind: "stop", accountId, campaignId, from: WALK_START } as const;
    await enqueue("plan", [{ job }]);
    return toCampaign(await requireCampaign(actor.accountId, campaignId));
  },
});

/** Every status but ACTIVE → ARCHIVED, which remembers the one before. */
export const archiveCampaign = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run(actor, { campaign_id: campaignId }) {
    const campaign = await requireCampaign(actor.accountId, campaignId);
    await changeStatus(actor, campaign, "ARCHIVED", "user");
    return toCampaign(await requireCampaign(actor.accountId, campaignId));
  },
});

/** ARCHIVED → the status that it had before. */
export const unarchiveCampaign = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run(actor, { campaign_id: campaignId }) {
    const campaign = await requireCampaign(actor.accountId, campaignId);
    if (campaign.status !== "ARCHIVED" || !campaign.previousStatus) {
      throw new AppError("invalid_transition", "campaign.notArchived", { status: campaign.status });
    }
    await changeStatus(actor, campaign, campaign.previousStatus, UNARCHIVED);
    return toCampaign(await requireCampaign(actor.accountId, campaignId));
  },
});

/** A DRAFTED copy with the same steps, senders, schedule and settings, and no leads. */
export const duplicateCampaign = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run({ accountId, userId, scope }, { campaign_id }) {
    const original = await requireCampaign(accountId, campaign_id);
    if (original.parentId !== undefined) {
      throw new AppError("invalid_transition", "campaign.subsequenceNotDuplicated");
    }
    const steps = await readSteps(accountId, campaign_id, original.sequenceVersion);
    const campaignId = await campaignIds.next(accountId);
    const at = nowIso();
    if (steps.length > 0) {
      await writeSteps({
        accountId,
        campaignId,
        version: 1,
        steps,
        savedAt: at,
        savedBy: userId,
      }).go({ response: "none" });
    }
    const { name, settings, mailboxIds, linkedinIds, stepCount, schedule, handTypes } = original;
    const copy = {
      accountId,
      campaignId,
      name: copyName(name),
      status: "DRAFTED" as const,
      settings,
      mailboxIds,
      ...(linkedinIds ? { linkedinIds } : {}),
      stepCount,
      sequenceVersion: 1,
      revision: 1,
      createdAt: at,
      createdBy: userId,
      ...holdingOf(scope),
      ...(schedule ? { schedule } : {}),
      ...(handTypes ? { handTypes: [...handTypes] } : {}),
    };
    await commit([
      CampaignEntity.create(copy),
      ...addClientAssignment(copy, "campaigns", campaignId),
    ]);
    return toCampaign(await requireCampaign(accountId, campaignId));
  },
});

/** "Spring" → "Spring (copy)" → "Spring (copy 2)", within the longest name. */
export function copyName(name: string): string {
  const [, stem = name, count] = /^(.*?) \(copy(?: (\d+))?\)$/.exec(name) ?? [];
  const isCopy = stem !== name;
  const suffix = isCopy ? ` (copy ${Number(count ?? 1) + 1})` : " (copy)";
  return stem.slice(0, 200 - suffix.length) + suffix;
}

export const DeleteCampaign = v.object({
  ...CampaignId.entries,
  /** The campaign's name, typed by the user who deletes it. */
  name: v.pipe(v.string(), v.trim()),
});

/** Takes a campaign out of every list; its leads and their history stay (CAMP-18). It can be restored for 30 days. */
export const deleteCampaign = operation({
  permission: "campaigns:write",
  input: DeleteCampaign,
  output: v.object({ id: v.number(), name: v.string(), restorable_until: v.string() }),
  async run(actor, { campaign_id: campaignId, name }) {
    const campaign = await requireCampaign(actor.accountId, campaignId);
    if (campaign.status === "ACTIVE") {
      throw new AppError("invalid_transition", "campaign.isSending");
    }
    if (name !== campaign.name) {
      throw new AppError("invalid", "campaign.nameDiffers", undefined, {
        name: [say("campaign.typeName", { name: campaign.name })],
      });
    }
    await mark(actor, campaign, nowIso());
    return { id: campaignId, name, restorable_until: toIso(now() + KEPT_DAYS * DAY_MS) };
  },
});

/** Brings a deleted campaign back as it was. */
export const restoreCampaign = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run(actor, { campaign_id: campaignId }) {
    const { data } = await CampaignEntity.get({ accountId: actor.accountId, campaignId }).go({
      consistent: true,
    });
    const isKept = data?.deletedAt && now() - toEpochMs(data.deletedAt) < KEPT_DAYS * DAY_MS;
    if (!data || !isKept) throw notFound("deletedCampaign");
    await mark(actor, data, undefined);
    return toCampaign(await requireCampaign(actor.accountId, campaignId));
  },
});

/** Folders count, and clients have, the campaigns that are not deleted. */
async function mark(
  actor: Actor,
  { campaignId, revision, folderId, name, clientId, parentId }: CampaignRecord,
  deletedAt: IsoInstant | undefined,
): Promise<void> {
  const { accountId, userId } = actor;
  const action = deletedAt ? "campaign_deleted" : "campaign_restored";
  const change = CampaignEntity.patch({ accountId, campaignId }).set({ revision: revision + 1 });
  const write = deletedAt ? change.set({ deletedAt }) : change.remove(["deletedAt"]);
  const count = deletedAt ? countOut : countIn;
  const changeAssignment = deletedAt ? removeClientAssignment : addClientAssignment;
  await commit(
    [
      write.where((row, op) =>
        [
          op.eq(row.revision, revision),
          folderId === undefined ? op.notExists(row.folderId) : op.eq(row.folderId, folderId),
          clientId === undefined ? op.notExists(row.clientId) : op.eq(row.clientId, clientId),
        ].join(" AND "),
      ),
      ...(folderId === undefined ? [] : [count(accountId, folderId)]),
      ...(parentId === undefined
        ? changeAssignment({ accountId, clientId }, "campaigns", campaignId)
        : []),
      recordAct(actor, { action, target: name }),
    ],
    { otherwise: () => changedMeanwhile("campaign") },
  );
  await appendEvent({
    accountId,
    campaignId,
    kind: "campaign-status",
    at: nowIso(),
    key: String(revision + 1),
    detail: deletedAt ? "deleted" : "restored",
    actorId: userId,
  });
}
