import { writeIfExpected } from "@thaw/data/condition";
import { patchAccount, readAccount } from "../account/account-record.ts";

/**
 * Campaigns that a guard has paused at some time and that nobody has dismissed since. Whether one is still paused, its own
 * record says.
 */
export async function readGuarded(accountId: number): Promise<number[]> {
  const { data } = await readAccount(accountId).go({
    attributes: ["guardedCampaignIds"],
  });
  return [...(data?.guardedCampaignIds ?? [])];
}

/**
 * Adds a campaign and removes those that are no longer paused, so that the set never grows beyond the paused ones. Returns
 * false, and does nothing, where the account is being deleted or is gone. Safe to run twice.
 */
export async function noteGuarded(
  accountId: number,
  { campaignId, over }: { campaignId: number; over: readonly number[] },
): Promise<boolean> {
  const isNoted = await writeIfExpected(
    patchAccount({ accountId })
      .add({ guardedCampaignIds: [campaignId] })
      .where((row, op) => op.notExists(row.closedAt)),
  );
  if (!isNoted || over.length === 0) return isNoted;
  return writeIfExpected(
    patchAccount({ accountId })
      .delete({ guardedCampaignIds: [...over] })
      .where((row, op) => op.notExists(row.closedAt)),
  );
}
