import { filteredPageOptions } from "@thaw/data/page-options";
import type { Actor } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { type CampaignRecord, requireAnyCampaign } from "./campaign-record.ts";
import { changeStatus } from "./campaign-status.ts";

const PAGE = 50;
const ATTEMPTS = 3;

/**
 * Pauses every campaign of the account that is ACTIVE, subsequences too.
 *
 * @throws AppError conflict when others changed one each time: to be run again
 */
export async function pauseActiveCampaigns(actor: Actor, reason: string): Promise<void> {
  let cursor: string | null = null;
  do {
    const page = await activePage(actor.accountId, cursor);
    for (const campaign of page.data) await pause(actor, campaign, reason);
    cursor = page.cursor;
  } while (cursor !== null);
}

/** Another tick or a person may change the campaign at the same moment: one that is no longer ACTIVE needs nothing more. */
async function pause(actor: Actor, seen: CampaignRecord, reason: string): Promise<void> {
  let campaign = seen;
  for (let attempt = 1; campaign.status === "ACTIVE"; attempt++) {
    try {
      await changeStatus(actor, campaign, "PAUSED", reason);
      return;
    } catch (error) {
      const isChanged = error instanceof AppError && error.code === "conflict";
      if (!isChanged || attempt === ATTEMPTS) throw error;
      campaign = await requireAnyCampaign(actor.accountId, seen.campaignId);
    }
  }
}

const activePage = (accountId: number, cursor: string | null) =>
  CampaignEntity.query
    .byAccount({ accountId })
    .where((row, op) => `${op.eq(row.status, "ACTIVE")} AND ${op.notExists(row.deletedAt)}`)
    .go({ ...filteredPageOptions(PAGE), cursor, consistent: true });
