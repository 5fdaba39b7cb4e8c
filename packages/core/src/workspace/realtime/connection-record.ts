import { isDeepStrictEqual } from "node:util";
import { writeIfExpected } from "@thaw/data/condition";
import { commit } from "@thaw/data/transact";
import { type Scope, WHOLE_ACCOUNT } from "../../kernel/access/scope.ts";
import { ConnectionEntity } from "./connection.entity.ts";
import { ConnectionAccountEntity } from "./connection-account.entity.ts";
import { SessionSocketEntity } from "./session-socket.entity.ts";

export async function forgetConnection(accountId: number, connectionId: string): Promise<void> {
  const key = { accountId, connectionId };
  const { data } = await ConnectionEntity.get(key).go({ consistent: true });
  const socket = data && { userId: data.userId, sessionId: data.sessionId, connectionId };
  await commit([
    ConnectionEntity.delete(key),
    ConnectionAccountEntity.delete({ connectionId }),
    ...(socket ? [SessionSocketEntity.delete(socket)] : []),
  ]);
}

/** Deletes every connection of these users: they get no more messages. @returns the ids, for those to be closed */
export async function forgetConnectionsOf(
  accountId: number,
  userIds: readonly number[],
): Promise<string[]> {
  const connections = await readOf(accountId, userIds);
  for (const { connectionId } of connections) await forgetConnection(accountId, connectionId);
  return connections.map(({ connectionId }) => connectionId);
}

/** Stores the user's present scope in their open connections, which were opened with an earlier one. */
export async function rescopeConnections(
  accountId: number,
  userId: number,
  scope: Scope,
): Promise<void> {
  for (const { connectionId, scope: before = WHOLE_ACCOUNT } of await readOf(accountId, [userId])) {
    if (!isDeepStrictEqual(before, scope)) await setScope({ accountId, connectionId }, scope);
  }
}

export const narrowedTo = (scope: Scope) => (scope.kind === "all" ? {} : { scope });

export async function setScope(
  key: { accountId: number; connectionId: string },
  scope: Scope,
): Promise<void> {
  const row = ConnectionEntity.patch(key);
  const change = scope.kind === "all" ? row.remove(["scope"]) : row.set({ scope });
  // One that was closed meanwhile has no record to change.
  await writeIfExpected(change);
}

async function readOf(accountId: number, userIds: readonly number[]) {
  const { data } = await ConnectionEntity.query
    .byAccount({ accountId })
    .where((row, op) => userIds.map((userId) => op.eq(row.userId, userId)).join(" OR "))
    .go({ pages: "all", consistent: true });
  return data;
}
