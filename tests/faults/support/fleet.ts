import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { now } from "@thaw/core/clock";
import { readEvents } from "@thaw/core/event/event";
import { findMessages } from "@thaw/core/message/message-state";
import { sendIdOf } from "@thaw/core/message/send-id";
import { runTrigger } from "@thaw/core/trigger-run/run-trigger";
import type { World } from "../../support/world.ts";

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

export type Fleet = {
  /** Ends a worker at once, as a lost machine would, and starts another in its place. */
  killOne: () => void;
  kills: () => number;
  stop: () => Promise<void>;
};

/** So many send workers, each a process. */
export async function startFleet(
  size: number,
  environment: Record<string, string> = {},
): Promise<Fleet> {
  let kills = 0;
  let isStopped = false;
  const workers: ChildProcess[] = [];
  const start = () => {
    const worker = fork(WORKER, { env: { ...process.env, ...environment } });
    workers.push(worker);
    worker.on("exit", () => {
      workers.splice(workers.indexOf(worker), 1);
      if (!isStopped) start();
    });
    return worker;
  };
  await Promise.all(Array.from({ length: size }, () => once(start(), "message")));
  return {
    killOne() {
      const victim = workers[Math.floor(Math.random() * workers.length)];
      if (!victim || victim.killed) return;
      kills += 1;
      victim.kill("SIGKILL");
    },
    kills: () => kills,
    async stop() {
      isStopped = true;
      const ends = workers.map((worker) => once(worker, "exit"));
      for (const worker of workers) worker.kill("SIGKILL");
      await Promise.all(ends);
    },
  };
}

/** Statuses of the messages of one step, by status. */
export async function statuses(world: World, step = 1): Promise<Record<string, number>> {
  const { accountId } = world.actor;
  const counts: Record<string, number> = {};
  for (let start = 0; start < world.leadIds.length; start += 100) {
    const keys = world.leadIds.slice(start, start + 100).map((leadId) => ({
      accountId,
      sendId: sendIdOf({ accountId, campaignId: world.campaignId, leadId, step }),
    }));
    const found = await findMessages(keys);
    for (const { sendId } of keys) {
      const status = found.get(sendId)?.status ?? "none";
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }
  return counts;
}

/** Plans every few real seconds until every first message has come to an end, or the time is over. */
export async function runToEnd(
  worlds: readonly World[],
  options: { seconds: number; every?: number; each?: () => Promise<void> },
): Promise<boolean> {
  const end = Date.now() + options.seconds * 1000;
  while (Date.now() < end) {
    for (const { actor, campaignId } of worlds) {
      await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
    }
    await options.each?.();
    const states = await Promise.all(worlds.map((world) => statuses(world)));
    const open = states.some((counts) => counts.none || counts.DRAFTED || counts.SENDING);
    if (!open) return true;
    await sleep((options.every ?? 1) * 1000);
  }
  return false;
}

/** Every event of a campaign since the given day. */
export async function eventsOf(world: World, from: string) {
  const { accountId } = world.actor;
  const { campaignId } = world;
  const events = [];
  for (let at = Date.parse(from); at <= now() + 86_400_000; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readEvents>> = await readEvents(
        { accountId, campaignId, day },
        { limit: 500, cursor },
      );
      events.push(...page.items);
      cursor = page.cursor;
    } while (cursor);
  }
  return events;
}
