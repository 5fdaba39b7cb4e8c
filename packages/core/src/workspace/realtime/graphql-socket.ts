import { writeIfExpected } from "@thaw/data/condition";
import { commit, commitIfExpected, TransactionRefused } from "@thaw/data/transact";
import { takeAttempt } from "../../accounts/login/attempt.ts";
import type { SessionKey } from "../../accounts/session/session.ts";
import { now, spanOf } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { networkOf } from "../../network.ts";
import { enqueue } from "../../queue.ts";
import { GraphqlOperationEntity, type GraphqlOperationRecord } from "./graphql-operation.entity.ts";
import { GraphqlSocketEntity } from "./graphql-socket.entity.ts";
import { SessionSocketEntity } from "./session-socket.entity.ts";

/** As long as a session lives at most: only a leftover reaches it. */
const RECORD_MS = 7 * 24 * 60 * 60_000;
/** Within so many milliseconds a socket says for whom it speaks, or is closed. */
export const UNBOUND_MS = 10_000;
/** Only one that could not be closed reaches it. */
const UNBOUND_RECORD_MS = 60_000;
/** Of sockets that nobody speaks for yet, by network address. */
const OPENINGS = { kind: "graphql-socket", limit: 60, windowMs: 60_000 };
/** How many operations one socket may have under way. */
export const MAX_OPERATIONS = 20;

/** For whom a socket speaks. */
export type SocketSession = SessionKey & { accountId: number };
export type GraphqlSocket = { connectionId: string; session: SocketSession | undefined };
export type GraphqlOperation = GraphqlOperationRecord;

const ttl = (ms = RECORD_MS) => Math.ceil((now() + spanOf(ms)) / 1000);

/**
 * Opens a socket for nobody yet, and has it looked at when it should be someone's.
 *
 * @throws AppError rate_limited for a network address that opens one after the other
 */
export async function openGraphqlSocket(connectionId: string, ip: string): Promise<void> {
  if (ip !== "" && (await takeAttempt(OPENINGS, networkOf(ip))) === undefined) {
    throw new AppError("rate_limited", "request.tooManySockets");
  }
  const record = { connectionId, operations: 0, ttl: ttl(UNBOUND_RECORD_MS) };
  await GraphqlSocketEntity.put(record).go();
  await enqueue("socket", [{ job: { connectionId }, delayMs: spanOf(UNBOUND_MS) }]);
}

export async function findGraphqlSocket(connectionId: string): Promise<GraphqlSocket | undefined> {
  const { data } = await GraphqlSocketEntity.get({ connectionId }).go({ consistent: true });
  if (!data) return undefined;
  const { accountId, userId, sessionId } = data;
  const isBound = accountId !== undefined && userId !== undefined && sessionId !== undefined;
  return { connectionId, session: isBound ? { accountId, userId, sessionId } : undefined };
}

/** Says for whom a socket speaks, once; false when that was said already. */
export function bindGraphqlSocket(connectionId: string, session: SocketSession): Promise<boolean> {
  const { accountId, userId, sessionId } = session;
  return commitIfExpected([
    GraphqlSocketEntity.patch({ connectionId })
      .set({ accountId, userId, sessionId, ttl: ttl() })
      .where((row, is) => is.notExists(row.sessionId)),
    SessionSocketEntity.put({ userId, sessionId, connectionId, ttl: ttl() }),
  ]);
}

type Key = { accountId: number; connectionId: string; operationId: string };

/** Begins an operation, unless its id is in use on this socket or too many are under way; both are checked as it is written. */
export async function beginOperation(
  { connectionId, ...session }: SocketSession & { connectionId: string },
  { operationId, request }: { operationId: string; request: string },
): Promise<"begun" | "in_use" | "too_many"> {
  try {
    await commit([
      GraphqlOperationEntity.create({
        ...session,
        connectionId,
        operationId,
        request,
        ttl: ttl(),
      }),
      GraphqlSocketEntity.patch({ connectionId })
        .add({ operations: 1 })
        .where((row, is) => is.lt(row.operations, MAX_OPERATIONS)),
    ]);
    return "begun";
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return error.refused.includes(0) ? "in_use" : "too_many";
  }
}

/** From here on the operation gets changes of this user. False when it has ended meanwhile. */
export function watchUser(key: Key, watchedUserId: number): Promise<boolean> {
  return writeIfExpected(GraphqlOperationEntity.patch(key).set({ watchedUserId }));
}

/**
 * Stores the hash of what an operation was sent last. False when the operation has ended meanwhile, or was sent just that
 * already: the query that a subscription begins with and the stream may bring the same news at the same moment.
 */
export function rememberPublished(key: Key, payloadHash: string): Promise<boolean> {
  return writeIfExpected(
    GraphqlOperationEntity.patch(key)
      .set({ told: payloadHash })
      .where((row, op) => `(${op.notExists(row.told)} OR ${op.ne(row.told, payloadHash)})`),
  );
}

/** False when it had ended already. */
export function endOperation(key: Key): Promise<boolean> {
  return commitIfExpected([
    GraphqlOperationEntity.remove(key),
    GraphqlSocketEntity.patch({ connectionId: key.connectionId }).add({ operations: -1 }),
  ]);
}

/** Live operations of an account that watch one of these users, a page at a time. */
export async function* listWatchers(
  accountId: number,
  userIds: ReadonlySet<number>,
): AsyncGenerator<GraphqlOperation[]> {
  let cursor: string | null = null;
  do {
    const page: { data: GraphqlOperation[]; cursor: string | null } =
      await GraphqlOperationEntity.query
        .byAccount({ accountId })
        .go({ limit: 50, cursor, consistent: true });
    yield page.data.filter(({ watchedUserId = 0 }) => userIds.has(watchedUserId));
    cursor = page.cursor;
  } while (cursor !== null);
}

/** What is under way on a socket. */
export async function listOperations(
  accountId: number,
  connectionId: string,
): Promise<GraphqlOperation[]> {
  const { data } = await GraphqlOperationEntity.query
    .byAccount({ accountId })
    .begins({ connectionId })
    .go({ pages: "all", consistent: true });
  return data.filter((operation) => operation.connectionId === connectionId);
}

/** The sockets that a session holds open. */
export async function listSocketsOf({ userId, sessionId }: SessionKey): Promise<string[]> {
  const { data } = await SessionSocketEntity.query
    .byUser({ userId, sessionId })
    .go({ pages: "all", consistent: true });
  return data.map(({ connectionId }) => connectionId);
}

/** Forgets a socket and what is under way on it; one that is not known is no error. */
export async function forgetGraphqlSocket(connectionId: string): Promise<void> {
  const socket = await findGraphqlSocket(connectionId);
  if (!socket) return;
  const { session } = socket;
  if (session) {
    const { accountId, userId, sessionId } = session;
    const operations = await listOperations(accountId, connectionId);
    await commit([
      ...operations.map(({ operationId }) =>
        GraphqlOperationEntity.delete({ accountId, connectionId, operationId }),
      ),
      SessionSocketEntity.delete({ userId, sessionId, connectionId }),
    ]);
  }
  // Last: a worker that dies before this begins again.
  await GraphqlSocketEntity.delete({ connectionId }).go();
}
