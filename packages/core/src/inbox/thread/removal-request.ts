import { writeIfExpected } from "@thaw/data/condition";
import { findMessage } from "../../campaigns/message/message-state.ts";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { doEachDue } from "../../do-each-due.ts";
import { recordFirst } from "../../engine/delivery/message-proof.ts";
import { optOutPerson } from "../../leads/suppression/opt-out-person.ts";
import { log } from "../../log.ts";
import { operation } from "../../operation.ts";
import {
  REMOVAL_SHARDS,
  type RemovalRequest,
  RemovalRequestEntity,
} from "./removal-request.entity.ts";
import { Thread, ThreadId } from "./thread.schema.ts";
import { toThread } from "./thread.ts";
import { changeThread, findThread, requireThread, type ThreadRecord } from "./thread-store.ts";

const WIDTH = 16;
/** A tick takes so many of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 25;
/** One that failed is tried again after this. */
const AGAIN_MS = 600_000;

type ThreadKey = { accountId: number; threadId: number };

/** Unsubscribes the person of a conversation who asked for it, at once. Safe to run twice. */
export const applyRemovalRequest = operation({
  permission: "inbox:reply",
  input: ThreadId,
  output: Thread,
  async run({ accountId, userId }, { thread_id: threadId }) {
    const thread = await requireThread(accountId, threadId);
    return toThread(thread.removalDueAt ? await apply(thread, userId) : thread);
  },
});

/** That was no request: nobody is unsubscribed. */
export const dismissRemovalRequest = operation({
  permission: "inbox:reply",
  input: ThreadId,
  output: Thread,
  async run({ accountId }, { thread_id: threadId }) {
    return toThread(await settle({ accountId, threadId }));
  },
});

/**
 * Unsubscribes those whose request nobody has looked at for a day. Safe to run twice.
 *
 * @throws AggregateError with the requests that failed, once all others are done
 */
export async function applyDueRemovals(): Promise<void> {
  const until = nowIso();
  const shards = await Promise.all(
    Array.from({ length: REMOVAL_SHARDS }, (_, removalShard) =>
      RemovalRequestEntity.query
        .byDue({ removalShard })
        .lte({ dueAt: until })
        .go({ limit: MOST_A_TICK, hydrate: true }),
    ),
  );
  const due = shards.flatMap(({ data }) => data);
  await doEachDue(due, WIDTH, { work: (request) => applyDue(request, until), postpone });
}

async function applyDue({ accountId, threadId }: ThreadKey, until: string): Promise<void> {
  const thread = await findThread(accountId, threadId);
  if (thread?.removalDueAt && thread.removalDueAt <= until) await apply(thread, 0);
}

/** The conversation still says when the request is due; one that asks again meanwhile has a later time of its own. */
async function postpone(request: RemovalRequest, error: unknown): Promise<void> {
  const { accountId, threadId, removalShard, dueAt } = request;
  log.error(
    "A person who asked to get no more email is not unsubscribed yet; the next try is in 10 minutes",
    { accountId, threadId, error },
  );
  await writeIfExpected(
    RemovalRequestEntity.patch({ accountId, threadId })
      .set({ removalShard, dueAt: toIso(now() + spanOf(AGAIN_MS)) })
      .where((row, op) => op.eq(row.dueAt, dueAt)),
  );
}

/** First the block list, then the note that it is done: if the worker dies in between, the next tick does it again. */
async function apply(thread: ThreadRecord, createdBy: number): Promise<ThreadRecord> {
  const { accountId, sendId } = thread;
  await optOutPerson(thread, { source: "unsubscribe", createdBy });
  const message = sendId === undefined ? undefined : await findMessage({ accountId, sendId });
  if (message) {
    await recordFirst(message, "unsubscribedAt", { kind: "unsubscribed", at: nowIso() });
  }
  return settle(thread);
}

async function settle({ accountId, threadId }: ThreadKey): Promise<ThreadRecord> {
  const key = { accountId, threadId };
  const settled = await changeThread(
    key,
    ({ removalDueAt }) => (removalDueAt ? { removalDueAt: undefined } : undefined),
    () => [RemovalRequestEntity.delete(key)],
  );
  return settled ?? requireThread(accountId, threadId);
}
