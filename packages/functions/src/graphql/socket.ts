import { actorOfSession, readActor } from "@thaw/core/accounts/session/session";
import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import {
  beginOperation,
  bindGraphqlSocket,
  endOperation,
  findGraphqlSocket,
  type GraphqlSocket,
  MAX_OPERATIONS,
  type SocketSession,
} from "@thaw/core/workspace/realtime/graphql-socket";
import { closeGraphqlSocket, send } from "./close.ts";
import { publishNow } from "./publish.ts";
import { format, prepare } from "./run.ts";
import {
  CLOSE,
  type Close,
  readCredentials,
  readMessage,
  type Subscribe,
} from "./socket-message.ts";

type Reply = { type: string; id?: string; payload?: unknown };
type Bound = GraphqlSocket & { session: SocketSession };

/**
 * What a client of the sub-protocol sends, one message. All that is known of a socket is in the table: every message may
 * reach another Lambda.
 *
 * @returns what to answer at once
 */
export async function onMessage(connectionId: string, text: string): Promise<Reply | undefined> {
  const socket = await findGraphqlSocket(connectionId);
  // A listening socket, or one that is being closed.
  if (!socket) return undefined;
  const message = readMessage(text);
  if (!message) return close(socket, CLOSE.badRequest("Invalid message received"));
  if (message.type === "connection_init") return init(socket, message.payload);
  const { session } = socket;
  if (!session) {
    if (message.type === "ping") return { type: "pong" };
    // The end of what has not begun changes nothing.
    return message.type === "subscribe" ? close(socket, CLOSE.unauthorized) : undefined;
  }
  if (message.type === "complete") {
    await endOperation({ accountId: session.accountId, connectionId, operationId: message.id });
    return undefined;
  }
  const actor = await livingActor(session);
  if (!actor) return close(socket, CLOSE.unauthorized);
  if (message.type === "ping") return { type: "pong", ...keep(message.payload) };
  if (message.type === "subscribe") return subscribe({ ...socket, session }, actor, message);
  return undefined;
}

const keep = (payload: object | null | undefined) => (payload ? { payload } : {});

async function init(socket: GraphqlSocket, payload: unknown): Promise<Reply | undefined> {
  if (socket.session) return close(socket, CLOSE.tooManyInits);
  const credentials = readCredentials(payload);
  if (!credentials) return close(socket, CLOSE.forbidden);
  const actor = await readActor(credentials.purpose, credentials.token).catch(deadToUndefined);
  if (!actor) return close(socket, CLOSE.unauthorized);
  const { accountId, userId, sessionId } = actor;
  const isFirst = await bindGraphqlSocket(socket.connectionId, { accountId, userId, sessionId });
  return isFirst ? { type: "connection_ack" } : close(socket, CLOSE.tooManyInits);
}

async function subscribe(
  { connectionId, session }: Bound,
  actor: Actor,
  { id, payload }: Subscribe,
): Promise<Reply | undefined> {
  const prepared = prepare(payload);
  const request = JSON.stringify(payload);
  const begun = await beginOperation({ ...session, connectionId }, { operationId: id, request });
  if (begun === "in_use") return close({ connectionId, session }, CLOSE.inUse(id));
  if (begun === "too_many") {
    return {
      type: "error",
      id,
      payload: [
        format(new AppError("rate_limited", "request.socketFull", { most: MAX_OPERATIONS })),
      ],
    };
  }
  const key = { accountId: session.accountId, connectionId, operationId: id };
  if ("errors" in prepared) {
    await endOperation(key);
    return { type: "error", id, payload: prepared.errors };
  }
  if (prepared.kind === "subscription") {
    await publishNow(key, actor, prepared);
    return undefined;
  }
  const answer = await prepared.run({ actor });
  // A client that ended it meanwhile gets no answer.
  if (!(await endOperation(key))) return undefined;
  await send(connectionId, { type: "next", id, payload: answer });
  return { type: "complete", id };
}

/** Who a session speaks for; undefined when it has ended. */
const livingActor = (session: SocketSession) => actorOfSession(session).catch(deadToUndefined);

function deadToUndefined(error: unknown): undefined {
  if (error instanceof AppError && error.code === "unauthenticated") return undefined;
  throw error;
}

async function close(socket: GraphqlSocket, reason: Close): Promise<undefined> {
  await closeGraphqlSocket(socket, reason);
}
