import { isDeepStrictEqual } from "node:util";
import { writeIfExpected } from "@thaw/data/condition";
import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import { Nothing } from "../../accounts/account/account.schema.ts";
import { signToken } from "../../accounts/login/signed-token.ts";
import { readActor } from "../../accounts/session/session.ts";
import { now, spanOf } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { type Scope, WHOLE_ACCOUNT } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { ConnectionEntity } from "./connection.entity.ts";
import { ConnectionAccountEntity } from "./connection-account.entity.ts";
import { SessionSocketEntity } from "./session-socket.entity.ts";

const TICKET_MS = 60_000;
/** Only a leftover reaches it: closing removes a record, and so does a message to a connection that is gone. */
const RECORD_MS = 24 * 60 * 60_000;

/** A ticket that opens a websocket within a minute. It goes into an address, where a session's token must not. */
export const createRealtimeTicket = operation({
  permission: "signed_in",
  input: Nothing,
  output: v.object({ ticket: v.string() }),
  async run({ accountId, userId, sessionId }) {
    if (!sessionId) throw new AppError("forbidden", "Only a signed-in person gets a ticket");
    const claims = { sub: String(userId), pid: accountId, sid: sessionId };
    return { ticket: await signToken("realtime", claims, now() + spanOf(TICKET_MS)) };
  },
});

/** @throws AppError unauthenticated when the ticket is none, is too old, or its session has ended */
export async function openConnection(ticket: string, connectionId: string): Promise<void> {
  const { accountId, userId, sessionId, scope } = await readActor("realtime", ticket);
  const narrowed = narrowedTo(scope);
  const ttl = Math.ceil((now() + spanOf(RECORD_MS)) / 1000);
  await commit([
    ConnectionEntity.put({ accountId, connectionId, userId, sessionId, ttl, ...narrowed }),
    ConnectionAccountEntity.put({ connectionId, accountId, ttl }),
    SessionSocketEntity.put({ userId, sessionId, connectionId, ttl }),
  ]);
  // Whoever changed it in between, or ended the session, found no connection to change.
  const after = await readActor("realtime", ticket).catch(async (error: unknown) => {
    await forgetConnection(accountId, connectionId);
    throw error;
  });
  if (isDeepStrictEqual(after.scope, scope)) return;
  await setScope({ accountId, connectionId }, after.scope);
}

const narrowedTo = (scope: Scope) => (scope.kind === "all" ? {} : { scope });

async function setScope(
  key: { accountId: number; connectionId: string },
  scope: Scope,
): Promise<void> {
  const row = ConnectionEntity.patch(key);
  const change = scope.kind === "all" ? row.remove(["scope"]) : row.set({ scope });
  // One that was closed meanwhile has no record to change.
  await writeIfExpected(change);
}

/** From now on the open connections of a user are told what they reach now, not what they reached when they were opened. */
export async function rescopeConnections(
  accountId: number,
  userId: number,
  scope: Scope,
): Promise<void> {
  for (const { connectionId, scope: before = WHOLE_ACCOUNT } of await readOf(accountId, [userId])) {
    if (!isDeepStrictEqual(before, scope)) await setScope({ accountId, connectionId }, scope);
  }
}

/** Forgets a connection; one that is not known is no error. */
export async function closeConnection(connectionId: string): Promise<void> {
  const { data } = await ConnectionAccountEntity.get({ connectionId }).go({ consistent: true });
  if (data) await forgetConnection(data.accountId, connectionId);
}

/** Forgets every connection of these users: they are told nothing more. @returns the ids, for those to be closed */
export async function forgetConnectionsOf(
  accountId: number,
  userIds: readonly number[],
): Promise<string[]> {
  const connections = await readOf(accountId, userIds);
  for (const { connectionId } of connections) await forgetConnection(accountId, connectionId);
  return connections.map(({ connectionId }) => connectionId);
}

async function readOf(accountId: number, userIds: readonly number[]) {
  const { data } = await ConnectionEntity.query
    .byAccount({ accountId })
    .where((row, op) => userIds.map((userId) => op.eq(row.userId, userId)).join(" OR "))
    .go({ pages: "all", consistent: true });
  return data;
}

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
