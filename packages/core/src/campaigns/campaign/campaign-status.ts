import { writeIfExpected } from "@thaw/data/condition";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { appendEvent } from "../../reporting/event/event.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import type { CampaignStatus } from "./campaign.schema.ts";

/** D4.1: which status may follow which. */
const ALLOWED: Record<CampaignStatus, readonly CampaignStatus[]> = {
  DRAFTED: ["ACTIVE", "ARCHIVED"],
  ACTIVE: ["PAUSED", "STOPPED", "COMPLETED"],
  PAUSED: ["ACTIVE", "STOPPED", "ARCHIVED"],
  STOPPED: ["ARCHIVED"],
  COMPLETED: ["ACTIVE", "ARCHIVED"],
  ARCHIVED: ["DRAFTED", "PAUSED", "STOPPED", "COMPLETED"],
};

/** The reason of the one change that leads out of ARCHIVED. */
export const UNARCHIVED = "unarchived";

export const RUN_SHARDS = 4;

export function mayFollow(from: CampaignStatus, to: CampaignStatus): boolean {
  return ALLOWED[from].includes(to);
}

/** A start that can be taken back until its first run is due. */
type Start = { reason: string; undoUntil?: IsoInstant | undefined };

/**
 * Changes the status of a campaign, only from the one that was seen.
 *
 * @throws AppError invalid_transition when the table of D4.1 does not allow it or someone else was quicker
 */
export async function changeStatus(
  actor: Actor,
  campaign: { campaignId: number; status: CampaignStatus; revision: number },
  to: CampaignStatus,
  cause: string | Start,
): Promise<void> {
  const { accountId } = actor;
  const { campaignId, status: from } = campaign;
  const { reason, undoUntil } = typeof cause === "string" ? { reason: cause } : cause;
  requireTransition(campaign, to, reason);
  const at = nowIso();
  const change = CampaignEntity.patch({ accountId, campaignId });
  const set = {
    status: to,
    previousStatus: from,
    statusReason: reason,
    revision: campaign.revision + 1,
    ...(to === "ACTIVE" && from === "DRAFTED" ? { startedAt: at } : {}),
  };
  const write =
    to === "ACTIVE"
      ? change
          .set({
            ...set,
            runShard: (accountId + campaignId) % RUN_SHARDS,
            nextRunAt: undoUntil ?? at,
          })
          .set(undoUntil ? { undoUntil } : {})
      : change.set(set).remove(["runShard", "nextRunAt", "runLockedUntil"]);
  const changed = await writeIfExpected(
    write.where((row, op) => op.eq(row.revision, campaign.revision)),
  );
  if (!changed) {
    throw changedMeanwhile("campaign");
  }
  await appendEvent({
    accountId,
    campaignId,
    kind: "campaign-status",
    at,
    key: String(campaign.revision + 1),
    detail: `${from} ${to} ${reason}`,
    actorId: actor.userId,
  });
}

/** @throws AppError invalid_transition when the table of D4.1 does not allow it */
export function requireTransition(
  { status: from }: { status: CampaignStatus },
  to: CampaignStatus,
  reason?: string,
): void {
  // It comes back as what it was, which nothing but bringing it back knows.
  if (from === "ARCHIVED" && reason !== UNARCHIVED) {
    throw new AppError("invalid_transition", "campaign.isArchived");
  }
  if (mayFollow(from, to)) return;
  const possible = ALLOWED[from].join(", ") || "nothing";
  throw new AppError("invalid_transition", "campaign.noTransition", { from, to, possible });
}
