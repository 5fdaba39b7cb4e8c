import { writeIfExpected } from "@thaw/data/condition";
import { patchAccount, readAccount } from "../account/account-record.ts";

/** Which campaigns a guard has paused at some time and nobody has put away since; the campaigns themselves tell which still are. */
export async function readGuarded(accountId: number): Promise<number[]> {
  const { data } = await readAccount(accountId).go({
    attributes: ["guardedCampaignIds"],
  });
  return [...(data?.guardedCampaignIds ?? [])];
}

/**
 * Takes one in and lets go of those that are paused no more, so that there are never more than are paused. Gives false, and does
 * nothing, where the account's data is being deleted or is gone. Twice is fine.
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
