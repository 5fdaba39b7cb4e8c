import { eraseFound } from "@thaw/data/erase-found";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { ClientCountEntity } from "./client-count.entity.ts";

/** What a client of an agency is given. */
type Given = "campaigns" | "mailboxes";
type ClientKey = { accountId: number; clientId?: number | undefined };

/** For a transaction: a client has one more of these, or one fewer; nothing where there is no client. */
export function moveClientCount(
  { accountId, clientId }: ClientKey,
  given: Given,
  by: 1 | -1,
): PendingWrite[] {
  if (clientId === undefined) return [];
  return [ClientCountEntity.update({ accountId, clientId }).add({ [given]: by })];
}

/** Who has a record, and the writes that give it away: conditional on that, and on its being there. */
type Gift = { before: number | undefined; writes: PendingWrite[] };

/** Gives a record to a client of the agency, or to none. Doing it again changes nothing. */
export async function giveToClient(
  { accountId, clientId }: ClientKey,
  given: Given,
  look: () => Promise<Gift>,
): Promise<void> {
  const { before, writes } = await look();
  if (before === clientId) return;
  const isDone = await commitIfExpected([
    ...writes,
    ...moveClientCount({ accountId, clientId: before }, given, -1),
    ...moveClientCount({ accountId, clientId }, given, 1),
  ]);
  // Somebody gave it or took it away between the read and the write.
  if (!isDone) await giveToClient({ accountId, clientId }, given, look);
}

/** How much each of these clients has been given. */
export async function readClientCounts(
  accountId: number,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, Record<Given, number>>> {
  if (clientIds.length === 0) return new Map();
  const { data } = await ClientCountEntity.get(
    clientIds.map((clientId) => ({ accountId, clientId })),
  ).go({ consistent: true });
  return new Map(
    data.map(({ clientId, campaigns = 0, mailboxes = 0 }) => [clientId, { campaigns, mailboxes }]),
  );
}

export const eraseClientCounts = (accountId: number) =>
  eraseFound(
    (page) => ClientCountEntity.query.byAccount({ accountId }).go(page),
    (row) => ClientCountEntity.delete(row),
  );
