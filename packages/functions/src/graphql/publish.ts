import { createHash } from "node:crypto";
import { actorOfSession } from "@thaw/core/accounts/session/session";
import type { UserImage } from "@thaw/core/accounts/user/user-image";
import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import {
  endOperation,
  type GraphqlOperation,
  listWatchers,
  rememberPublished,
  watchUser,
} from "@thaw/core/workspace/realtime/graphql-socket";
import { closeGraphqlSocket, send } from "./close.ts";
import { type Prepared, prepare } from "./run.ts";
import { CLOSE } from "./socket-message.ts";

type Key = { accountId: number; connectionId: string; operationId: string };

const hashOf = (payload: unknown) =>
  createHash("sha256").update(JSON.stringify(payload)).digest("base64url");

/** Tells a new subscription what is true now, and lets it be told of changes from here on. */
export async function publishNow(key: Key, actor: Actor, prepared: Prepared): Promise<void> {
  let watched: number | undefined;
  const context = {
    actor,
    watch: (userId: number) => {
      watched = userId;
    },
  };
  const first = await prepared.run(context);
  if (first.data === undefined || watched === undefined) {
    if (await endOperation(key)) {
      await send(key.connectionId, { type: "error", id: key.operationId, payload: first.errors });
    }
    return;
  }
  // From now on the stream tells it. What changed between reading and now is told here.
  if (!(await watchUser(key, watched))) return;
  await publish(key, first, undefined);
  await publish(key, await prepared.run({ actor }), hashOf(first));
}

/** Sends what differs from what was told before. */
async function publish(key: Key, payload: unknown, before: string | undefined): Promise<void> {
  const payloadHash = hashOf(payload);
  if (payloadHash === before || !(await rememberPublished(key, payloadHash))) return;
  await send(key.connectionId, { type: "next", id: key.operationId, payload });
}

/**
 * Tells subscriptions about changed users. Each asks for itself
 * what it may know at this moment. Safe to run twice: what was told is not told again.
 */
export async function publishToWatchers(users: readonly UserImage[]): Promise<void> {
  const changed = new Map<number, Set<number>>();
  for (const { accountId, userId } of users) {
    changed.set(accountId, (changed.get(accountId) ?? new Set()).add(userId));
  }
  for (const [accountId, userIds] of changed) {
    for await (const page of listWatchers(accountId, userIds)) {
      await Promise.all(page.map(publishTo));
    }
  }
}

async function publishTo(operation: GraphqlOperation): Promise<void> {
  const { accountId, userId, sessionId, connectionId, operationId, told } = operation;
  const key = { accountId, connectionId, operationId };
  const prepared = prepare(JSON.parse(operation.request));
  // Not of this version of the schema.
  if ("errors" in prepared) {
    if (!(await endOperation(key))) return;
    await send(connectionId, { type: "error", id: operationId, payload: prepared.errors });
    return;
  }
  const session = { accountId, userId, sessionId };
  try {
    await publish(key, await prepared.run({ actor: await actorOfSession(session) }), told);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    await closeGraphqlSocket({ connectionId, session }, CLOSE.unauthorized);
  }
}
