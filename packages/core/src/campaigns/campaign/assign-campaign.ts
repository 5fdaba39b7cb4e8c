import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { giveToClient } from "../../accounts/client/client-assignment.ts";
import { notFound } from "../../error.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { requireCampaign } from "./campaign-record.ts";

type CampaignAssignment = { accountId: number; campaignId: number; clientId?: number | undefined };
type Assignment = { accountId: number; campaignId: number; userId: number; isAssigned: boolean };

/**
 * Lets a member reach a campaign with its subsequences, or no longer. Repeating it changes nothing.
 *
 * @param act records what was done, given the campaign's name
 * @throws AppError not_found
 */
export async function assignCampaign(
  { accountId, campaignId, userId, isAssigned }: Assignment,
  act: (name: string) => PendingWrite,
): Promise<void> {
  const { name, assigneeIds = [] } = await requireCampaign(accountId, campaignId);
  if (assigneeIds.includes(userId) === isAssigned) return;
  const patch = CampaignEntity.patch({ accountId, campaignId });
  const change = isAssigned
    ? patch.add({ assigneeIds: [userId] })
    : patch.delete({ assigneeIds: [userId] });
  const isDone = await commitIfExpected([
    change.where((row, op) => `${op.notExists(row.deletedAt)} AND ${op.notExists(row.parentId)}`),
    act(name),
  ]);
  if (!isDone) throw notFound("campaign");
}

/**
 * Gives a campaign with its subsequences to a client of the agency, or to none. Repeating it changes nothing.
 *
 * @param act records what was done, given the campaign's name
 * @throws AppError not_found
 */
export async function giveCampaign(
  { accountId, campaignId, clientId }: CampaignAssignment,
  act: (name: string) => PendingWrite,
): Promise<void> {
  await giveToClient({ accountId, clientId }, ["campaigns", campaignId], async () => {
    const { name, clientId: before, parentId } = await requireCampaign(accountId, campaignId);
    if (parentId !== undefined) throw notFound("campaign");
    const patch = CampaignEntity.patch({ accountId, campaignId });
    const change = clientId === undefined ? patch.remove(["clientId"]) : patch.set({ clientId });
    const expected = change.where((row, op) =>
      [
        op.notExists(row.deletedAt),
        before === undefined ? op.notExists(row.clientId) : op.eq(row.clientId, before),
      ].join(" AND "),
    );
    return { before, writes: [expected, act(name)] };
  });
}

/** The campaigns that were given to a member, newest first. */
export async function listAssignedCampaigns(
  accountId: number,
  userId: number,
): Promise<{ id: number; name: string }[]> {
  const { data } = await CampaignEntity.query
    .byAccount({ accountId })
    .where(
      (row, op) => `${op.contains(row.assigneeIds, userId)} AND ${op.notExists(row.deletedAt)}`,
    )
    .go({ pages: "all", order: "desc", attributes: ["campaignId", "name"] });
  return data.map(({ campaignId, name }) => ({ id: campaignId, name }));
}
