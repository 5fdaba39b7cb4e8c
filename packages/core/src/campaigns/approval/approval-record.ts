import { writeIfExpected } from "@thaw/data/condition";
import { needsApproval } from "../../accounts/account/account-record.ts";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import { type CampaignRecord, patchCampaign } from "../campaign/campaign-record.ts";
import type { Approval } from "./approval.schema.ts";

export const approvalOf = ({ approval }: Pick<CampaignRecord, "approval">) =>
  approval as Approval | undefined;

/**
 * Writes a decision, only while the campaign is what the person saw: what was changed since then was not decided about.
 *
 * @throws AppError conflict
 */
export async function writeApproval(
  { accountId, campaignId, revision }: CampaignRecord,
  approval: Approval | undefined,
): Promise<void> {
  const change = patchCampaign({ accountId, campaignId }).set({ revision: revision + 1 });
  const isWritten = await writeIfExpected(
    (approval ? change.set({ approval }) : change.remove(["approval"])).where((row, op) =>
      op.eq(row.revision, revision),
    ),
  );
  if (isWritten) return;
  throw changedMeanwhile("campaign");
}

/**
 * Whether the campaign may start. Where a second person has to approve and has not, they are asked from now on.
 *
 * @throws AppError conflict
 */
export async function isApproved(actor: Actor, campaign: CampaignRecord): Promise<boolean> {
  const approval = approvalOf(campaign);
  if (approval?.state === "approved" || !(await needsApproval(actor.accountId))) return true;
  if (approval?.state !== "asked") {
    const asked = { state: "asked", asked_by: actor.userId, asked_at: nowIso() } as const;
    await writeApproval(campaign, asked);
  }
  return false;
}

/**
 * What may be changed of a campaign at present. What a second person has approved does not change while it is sent.
 *
 * @throws AppError invalid_transition
 */
export async function requireEditable({ accountId, status }: CampaignRecord): Promise<void> {
  if (status === "STOPPED" || status === "ARCHIVED") {
    throw new AppError("invalid_transition", "campaign.notEditable", { status });
  }
  if (status === "ACTIVE" && (await needsApproval(accountId))) {
    throw new AppError("invalid_transition", "campaign.approvedAndSending");
  }
}
