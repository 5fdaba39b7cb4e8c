import { isDeepStrictEqual } from "node:util";
import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import { Nothing } from "../../accounts/account/account.schema.ts";
import { signToken } from "../../accounts/login/signed-token.ts";
import { readActor } from "../../accounts/session/session.ts";
import { now, spanOf } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { ConnectionEntity } from "./connection.entity.ts";
import { ConnectionAccountEntity } from "./connection-account.entity.ts";
import { forgetConnection, narrowedTo, setScope } from "./connection-record.ts";
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
    if (!sessionId) throw new AppError("forbidden", "access.ticketForPersons");
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
  // An operation that changed it in between, or ended the session, found no connection to change.
  const after = await readActor("realtime", ticket).catch(async (error: unknown) => {
    await forgetConnection(accountId, connectionId);
    throw error;
  });
  if (isDeepStrictEqual(after.scope, scope)) return;
  await setScope({ accountId, connectionId }, after.scope);
}

/** Forgets a connection; one that is not known is no error. */
export async function closeConnection(connectionId: string): Promise<void> {
  const { data } = await ConnectionAccountEntity.get({ connectionId }).go({ consistent: true });
  if (data) await forgetConnection(data.accountId, connectionId);
}
