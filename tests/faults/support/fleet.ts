import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findMessages } from "@thaw/core/campaigns/message/message-state";
import { sendIdOf } from "@thaw/core/campaigns/message/send-id";
import { now, toIso } from "@thaw/core/clock";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { readEvents } from "@thaw/core/reporting/event/event";
import type { World } from "../../support/world.ts";
import { chance } from "./chance.ts";

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));

export type Fleet = {
  /**
   * Ends a worker at once, as a lost machine would; another comes in its place.
   *
   * @param port of the connection whose worker it shall be; any worker without
   * @returns whether there was one
   */
  killOne: (port?: number) => boolean;
  kills: () => number;
  stop: () => Promise<void>;
};

type Worker = { process: ChildProcess; ports: Set<number> };

/** So many send workers, each a process. */
export async function startFleet(
  size: number,
  environment: Record<string, string> = {},
): Promise<Fleet> {
  let kills = 0;
  let started = 0;
  let isStopped = false;
  const workers: Worker[] = [];
  const draw = chance("victims");
  const start = () => {
    const number = String(++started);
    const child = fork(WORKER, {
      env: { ...process.env, ...environment, THAW_FAULT_WORKER: number },
    });
    const worker = { process: child, ports: new Set<number>() };
    workers.push(worker);
    child.on("message", (message) => {
      if (typeof message === "number") worker.ports.add(message);
    });
    child.on("exit", () => {
      workers.splice(workers.indexOf(worker), 1);
      if (!isStopped) start();
    });
    return child;
  };
  await Promise.all(Array.from({ length: size }, () => once(start(), "message")));
  return {
    killOne(port) {
      const victim =
        port === undefined
          ? workers[Math.floor(draw() * workers.length)]
          : workers.find(({ ports }) => ports.has(port));
      if (!victim || victim.process.killed) return false;
      kills += 1;
      return victim.process.kill("SIGKILL");
    },
    kills: () => kills,
    async stop() {
      isStopped = true;
      const ends = workers.map((worker) => once(worker.process, "exit"));
      for (const worker of workers) worker.process.kill("SIGKILL");
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

/** How many first mails have an event that says that they left, or may have. */
async function leftEvents(world: World): Promise<number> {
  const events = await eventsOf(world, toIso(now() - 30 * 86_400_000));
  const left = events.filter(
    ({ kind, step }) => step === 1 && (kind === "sent" || kind === "unknown"),
  );
  return new Set(left.map(({ send_id }) => send_id)).size;
}

type Pace = { seconds: number; every?: number };

/** Plans every few real seconds until every first message has come to an end, or the time is over. */
export function runToEnd(worlds: readonly World[], pace: Pace): Promise<boolean> {
  return runUntil(worlds, pace, async () => {
    const states = await Promise.all(worlds.map((world) => statuses(world)));
    if (states.some((counts) => counts.none || counts.DRAFTED || counts.SENDING)) return false;
    // Events follow the messages by a moment.
    const recorded = await Promise.all(worlds.map((world) => leftEvents(world)));
    return states.every(
      ({ SENT = 0, UNKNOWN = 0 }, index) => (recorded[index] ?? 0) >= SENT + UNKNOWN,
    );
  });
}

/** Plans every few real seconds until something holds, or the time is over. Returns whether it holds. */
export async function runUntil(
  worlds: readonly World[],
  { seconds, every = 1 }: Pace,
  holds: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    for (const { actor, campaignId } of worlds) {
      await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
    }
    if (await holds()) return true;
    await sleep(every * 1000);
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
