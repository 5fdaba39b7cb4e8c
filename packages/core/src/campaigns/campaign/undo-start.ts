import { writeIfExpected } from "@thaw/data/condition";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { appendEvent } from "../../reporting/event/event.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { Campaign, CampaignId } from "./campaign.schema.ts";
import { requireCampaign, toCampaign } from "./campaign-record.ts";

/** Until when a start can be taken back: its first trigger run waits for that. */
export const undoUntil = (seconds: number) => toIso(now() + spanOf(seconds * 1_000));

/**
 * Takes a start back as long as nothing ran: the campaign is what it was and has sent nothing. Whether a run has begun is a
 * condition of the write, so that a start is either taken back or has effect.
 */
export const undoStart = operation({
  permission: "campaigns:write",
  input: CampaignId,
  output: Campaign,
  async run({ accountId, userId }, { campaign_id: campaignId }) {
    const campaign = await requireCampaign(accountId, campaignId);
    const { status, previousStatus, revision, undoUntil: until } = campaign;
    if (status !== "ACTIVE") {
      throw new AppError("invalid_transition", "campaign.startNotActive", { status });
    }
    if (!until || !previousStatus) throw tooLate();
    const isUndone = await writeIfExpected(
      CampaignEntity.patch({ accountId, campaignId })
        .set({ status: previousStatus, previousStatus: status, statusReason: "start_undone" })
        .set({ revision: revision + 1 })
        .remove(["runShard", "nextRunAt", "undoUntil"])
        // What was never started has one version, which is saved over.
        .remove(previousStatus === "DRAFTED" ? ["startedAt"] : [])
        .where((row, op) =>
          [
            op.eq(row.revision, revision),
            op.eq(row.nextRunAt, until),
            op.notExists(row.runLockedUntil),
          ].join(" AND "),
        ),
    );
    if (!isUndone) throw tooLate();
    await appendEvent({
      accountId,
      campaignId,
      kind: "campaign-status",
      at: nowIso(),
      key: String(revision + 1),
      detail: `${status} ${previousStatus} start_undone`,
      actorId: userId,
    });
    return toCampaign(await requireCampaign(accountId, campaignId));
  },
});

const tooLate = () => new AppError("invalid_transition", "campaign.startTooLate");
