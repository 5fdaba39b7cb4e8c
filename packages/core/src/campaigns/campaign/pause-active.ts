import { filteredPageOptions } from "@thaw/data/page-options";
import type { Actor } from "../../actor.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { changeStatus } from "./campaign-status.ts";

const PAGE = 50;

/**
 * Pauses every campaign of the account that is ACTIVE, subsequences too.
 *
 * @throws AppError conflict when somebody changed one meanwhile: to be run again
 */
export async function pauseActiveCampaigns(actor: Actor, reason: string): Promise<void> {
  let cursor: string | null = null;
  do {
    const page = await activePage(actor.accountId, cursor);
    for (const campaign of page.data) await changeStatus(actor, campaign, "PAUSED", reason);
    cursor = page.cursor;
  } while (cursor !== null);
}

const activePage = (accountId: number, cursor: string | null) =>
  CampaignEntity.query
    .byAccount({ accountId })
    .where((row, op) => `${op.eq(row.status, "ACTIVE")} AND ${op.notExists(row.deletedAt)}`)
    .go({ ...filteredPageOptions(PAGE), cursor, consistent: true });
