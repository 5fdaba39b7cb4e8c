import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { ClientAssignmentEntity } from "./client-assignment.entity.ts";

/** The kinds of records that are assigned to clients. */
type Given = "campaigns" | "mailboxes";
type ClientKey = { accountId: number; clientId?: number | undefined };

/** For a transaction: adds a record to a client's assignments; does nothing where there is no client. */
export function addClientAssignment(
  { accountId, clientId }: ClientKey,
  given: Given,
  id: number,
): PendingWrite[] {
  if (clientId === undefined) return [];
  return [ClientAssignmentEntity.update({ accountId, clientId }).add({ [given]: [id] })];
}

/** For a transaction: removes a record from a client's assignments; does nothing where there is no client. */
export function removeClientAssignment(
  { accountId, clientId }: ClientKey,
  given: Given,
  id: number,
): PendingWrite[] {
  if (clientId === undefined) return [];
  return [ClientAssignmentEntity.update({ accountId, clientId }).delete({ [given]: [id] })];
}

/**
 * The client that has a record now, and the writes that assign it to another: conditional on that client and on the
 * record's existence.
 */
type AssignmentChange = { before: number | undefined; writes: PendingWrite[] };

/** Gives a record to a client of the agency, or to none. Repeating it changes nothing. */
export async function giveToClient(
  { accountId, clientId }: ClientKey,
  [given, id]: [Given, number],
  look: () => Promise<AssignmentChange>,
): Promise<void> {
  const { before, writes } = await look();
  if (before === clientId) return;
  const isDone = await commitIfExpected([
    ...writes,
    ...removeClientAssignment({ accountId, clientId: before }, given, id),
    ...addClientAssignment({ accountId, clientId }, given, id),
  ]);
  // Someone gave it or took it away between the read and the write.
  if (!isDone) await giveToClient({ accountId, clientId }, [given, id], look);
}

/** What each of these clients has been given, by their ids. */
export async function readClientAssignments(
  accountId: number,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, Record<Given, number[]>>> {
  if (clientIds.length === 0) return new Map();
  const { data } = await ClientAssignmentEntity.get(
    clientIds.map((clientId) => ({ accountId, clientId })),
  ).go({ consistent: true });
  return new Map(
    data.map(({ clientId, campaigns = [], mailboxes = [] }) => [
      clientId,
      { campaigns, mailboxes },
    ]),
  );
}

/** Whether any client of the account was ever given a campaign or a mailbox. */
export async function hasClients(accountId: number): Promise<boolean> {
  const { data } = await ClientAssignmentEntity.query
    .byAccount({ accountId })
    .go({ limit: 1, consistent: true });
  return data.length > 0;
}
