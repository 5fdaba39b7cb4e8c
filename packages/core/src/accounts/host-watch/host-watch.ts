import { writeIfExpected } from "@thaw/data/condition";
import type { PendingWrite } from "@thaw/data/transact";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { enqueue } from "../../queue.ts";
import { hash32 } from "../../seeded-hash.ts";
import { HOST_SHARDS, type HostWatch, HostWatchEntity } from "./host-watch.entity.ts";
import type { HostKind } from "./host-watch.schema.ts";

/** A tick takes so many of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 200;
/** Longer than a check may run. */
const LEASE_MS = 2 * 60_000;

const shardOf = (host: string) => hash32(host) % HOST_SHARDS;

/**
 * For a transaction that assigns a host or requests a check of it: the host is checked next, whatever was scheduled.
 *
 * @param seen `roundOf` the host: the whole is refused when anything happened to it since
 */
export function watchHost(
  host: string,
  kind: HostKind,
  seen?: { round: number | undefined },
): PendingWrite {
  const write = HostWatchEntity.update({ host })
    .set({ kind, watchShard: shardOf(host), nextAt: nowIso(), tries: 0 })
    .add({ round: 1 });
  if (!seen) return write;
  return write.where((row, op) =>
    seen.round === undefined ? op.notExists(row.round) : op.eq(row.round, seen.round),
  );
}

/** How often something happened to a host; undefined for one that nobody watches. */
export async function roundOf(host: string): Promise<number | undefined> {
  const { data } = await HostWatchEntity.get({ host }).go({ consistent: true });
  return data?.round;
}

/** Queues a look at each host whose time has come. A look too many does nothing. */
export async function queueDueHosts(): Promise<void> {
  const until = nowIso();
  await Promise.all(
    Array.from({ length: HOST_SHARDS }, async (_, watchShard) => {
      const { data } = await HostWatchEntity.query
        .byDue({ watchShard })
        .lte({ nextAt: until })
        .go({ limit: MOST_A_TICK, hydrate: true });
      await queueLooks(data.map(({ host }) => host));
    }),
  );
}

export const queueLooks = (hosts: readonly string[]) =>
  enqueue(
    "domain",
    hosts.map((host) => ({ job: { host } })),
  );

/** Undefined when the host is not due, or another worker checks it. */
export async function takeTurn(host: string): Promise<HostWatch | undefined> {
  const { data } = await HostWatchEntity.get({ host }).go({ consistent: true });
  if (!data || data.nextAt > nowIso()) return undefined;
  const busyUntil = toIso(now() + spanOf(LEASE_MS));
  const isMine = await writeIfExpected(
    HostWatchEntity.patch({ host })
      .set({ busyUntil })
      .where((row, op) => {
        const isFree = `(${op.notExists(row.busyUntil)} OR ${op.lt(row.busyUntil, nowIso())})`;
        return `${op.eq(row.round, data.round)} AND ${isFree}`;
      }),
  );
  return isMine ? { ...data, busyUntil } : undefined;
}

/** Schedules the next check, unless something happened to the host meanwhile: then it is due at once. */
export async function endTurn(turn: HostWatch, next: { inMs: number; tries: number }) {
  const { host, round, busyUntil = "" } = turn;
  const isLast = await writeIfExpected(
    HostWatchEntity.patch({ host })
      .set({
        watchShard: shardOf(host),
        nextAt: toIso(now() + spanOf(next.inMs)),
        tries: next.tries,
      })
      .remove(["busyUntil"])
      .where((row, op) => op.eq(row.round, round)),
  );
  if (isLast) return;
  await writeIfExpected(
    HostWatchEntity.patch({ host })
      .remove(["busyUntil"])
      .where((row, op) => op.eq(row.busyUntil, busyUntil)),
  );
}

/** Deletes a host that belongs to nobody and that the edge no longer serves. */
export async function forgetHost(turn: HostWatch): Promise<void> {
  const { host, round } = turn;
  const isGone = await writeIfExpected(
    HostWatchEntity.remove({ host }).where((row, op) => op.eq(row.round, round)),
  );
  if (!isGone) await endTurn(turn, { inMs: 0, tries: 0 });
}
