import { holdingCondition, isHeld, type Scope } from "../../kernel/access/scope.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import type { CampaignRecord } from "./campaign-record.ts";

/**
 * Which of these campaigns are visible, deleted ones included since they may be restored. A subsequence is visible where
 * its parent is. A batch read, or two.
 */
export async function visibleCampaigns(
  accountId: number,
  scope: Scope,
  campaignIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (scope.kind === "all") return new Set(campaignIds);
  const roots = await readRoots(accountId, campaignIds);
  return new Set([...roots].flatMap(([id, root]) => (isHeld(scope, root) ? [id] : [])));
}

/** The client of each of these campaigns; campaigns without one are left out. A batch read, or two. */
export async function clientsOfCampaigns(
  accountId: number,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const roots = await readRoots(accountId, campaignIds);
  return new Map(
    [...roots].flatMap(([id, { clientId }]) => (clientId === undefined ? [] : [[id, clientId]])),
  );
}

/** Every campaign that a client has, with its subsequences, and which client that is: a query. */
export async function listCampaignClients(accountId: number): Promise<ReadonlyMap<number, number>> {
  const { data } = await CampaignEntity.query
    .byAccount({ accountId })
    .where((row, op) => `${op.exists(row.clientId)} AND ${op.notExists(row.deletedAt)}`)
    .go({ pages: "all", attributes: ["campaignId", "subsequenceIds", "clientId"] });
  return new Map(
    data.flatMap(({ campaignId, subsequenceIds = [], clientId = 0 }) =>
      [campaignId, ...subsequenceIds].map((id) => [id, clientId] as const),
    ),
  );
}

/** The client of a campaign that was read already: only for a subsequence is anything read. */
export async function clientOfCampaign({
  accountId,
  clientId,
  parentId,
}: Pick<CampaignRecord, "accountId" | "clientId" | "parentId">): Promise<number | undefined> {
  if (parentId === undefined) return clientId;
  return (await clientsOfCampaigns(accountId, [parentId])).get(parentId);
}

/** By the id of a campaign: the record that says whose it is. */
async function readRoots(accountId: number, campaignIds: readonly number[]) {
  const asked = await read(accountId, campaignIds);
  const parents = await read(
    accountId,
    asked.flatMap(({ parentId }) => parentId ?? []),
  );
  const records = new Map([...asked, ...parents].map((each) => [each.campaignId, each]));
  return new Map(
    asked.flatMap(({ campaignId, parentId }) => {
      const root = records.get(parentId ?? campaignId);
      return root ? [[campaignId, root] as const] : [];
    }),
  );
}

async function read(accountId: number, campaignIds: readonly number[]) {
  const ids = [...new Set(campaignIds)];
  if (ids.length === 0) return [];
  const { data } = await CampaignEntity.get(
    ids.map((campaignId) => ({ accountId, campaignId })),
  ).go({ consistent: true });
  return data;
}

/** Every visible campaign, with its subsequences. */
export async function listVisibleCampaigns(
  accountId: number,
  scope: Scope,
): Promise<ReadonlySet<number>> {
  return (await listAllVisible(accountId, scope)).campaigns;
}

/** The same, and those that are deleted and may be restored. */
export async function listAllVisible(
  accountId: number,
  scope: Scope,
): Promise<{ campaigns: ReadonlySet<number>; deleted: ReadonlySet<number> }> {
  const roots = await listRoots(accountId, scope);
  const idsOf = (isDeleted: boolean) =>
    new Set(
      roots
        .filter(({ deletedAt }) => (deletedAt !== undefined) === isDeleted)
        .flatMap(({ campaignId, subsequenceIds = [] }) => [campaignId, ...subsequenceIds]),
    );
  return { campaigns: idsOf(false), deleted: idsOf(true) };
}

/** How many visible campaigns are in each folder. */
export async function countVisibleByFolder(
  accountId: number,
  scope: Scope,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const { folderId, deletedAt } of await listRoots(accountId, scope)) {
    if (folderId !== undefined && deletedAt === undefined)
      counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  }
  return counts;
}

/** One query of the account's campaigns, deleted ones included; the table leaves out those that are not visible. */
async function listRoots(accountId: number, scope: Scope) {
  const { data } = await CampaignEntity.query
    .byAccount({ accountId })
    .where((row, op) =>
      [op.notExists(row.parentId), ...holdingCondition(scope, row as never, op as never)].join(
        " AND ",
      ),
    )
    .go({ pages: "all", attributes: ["campaignId", "subsequenceIds", "folderId", "deletedAt"] });
  return data;
}
