import { concurrently } from "@thaw/data/concurrently";
import { systemActor } from "../../actor.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { findMessage, type MessageRecord } from "../../campaigns/message/message-state.ts";
import { toIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { resumeByHand } from "../../leads/lead/change-lead-status.ts";
import { revertFirst } from "../delivery/message-proof.ts";
import type { Visit } from "./visit-burst.ts";

const WIDTH = 8;

/**
 * Reverts visits that turned out to be a program's: an open or click counted for one of them is removed, and a lead that
 * it stopped goes on. What a person did before stays, and so does a subsequence that the lead has moved on to. Safe to run
 * twice.
 */
export async function revertVisits(visits: readonly Visit[]): Promise<void> {
  await concurrently(visits, WIDTH, revertVisit);
}

async function revertVisit({ at, accountId, sendId, kind }: Visit): Promise<void> {
  const mark = kind === "open" ? "openedAt" : "clickedAt";
  const message = await findMessage({ accountId, sendId });
  if (message?.[mark] !== toIso(at)) return;
  // The lead goes on before the mark is gone: who dies in between is followed by someone who finds the mark.
  await resume(message, { kind, at });
  await revertFirst(message, mark);
}

/** The lead is where it would be, had the visit not stopped it; one that cannot go on stays as it is. */
async function resume(
  { accountId, campaignId, leadId }: MessageRecord,
  { kind, at }: Pick<Visit, "kind" | "at">,
): Promise<void> {
  const key = { accountId, campaignId, leadId };
  const lead = await findCampaignLead(key);
  const isStoppedByIt =
    lead?.status === "STOPPED" && lead.stopReason === kind && (lead.changedAt ?? "") >= toIso(at);
  if (!isStoppedByIt) return;
  try {
    const campaign = await requireCampaign(accountId, campaignId);
    await resumeByHand(systemActor(accountId), key, campaign, "machine_visit");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
