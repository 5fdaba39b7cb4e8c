import { expect } from "vitest";
import { findMessage } from "../../packages/core/src/message/message-state.ts";
import { sendBatch } from "../../packages/core/src/message/send-batch.ts";
import { sendIdOf } from "../../packages/core/src/message/send-id.ts";
import { runTrigger } from "../../packages/core/src/trigger-run/run-trigger.ts";
import type { World } from "./world.ts";

type Clock = { move: (ms: number) => void };

const MINUTE = 60_000;

/** The send id of a step's mail to a lead, both counted from the world's order. */
export function sendIdIn({ actor, campaignId, leadIds }: World, index = 0, step = 1): string {
  const leadId = leadIds[index] ?? 0;
  return sendIdOf({ accountId: actor.accountId, campaignId, leadId, step });
}

export const messageIn = (world: World, index = 0, step = 1) =>
  findMessage({ accountId: world.actor.accountId, sendId: sendIdIn(world, index, step) });

/** Plans, and lets a worker look at the step's mails every two minutes until its clock has moved on by `minutes`. */
export async function sendStep(world: World, clock: Clock, minutes: number, step = 1) {
  const { accountId } = world.actor;
  const jobs = world.leadIds.map((_, index) => ({
    accountId,
    sendId: sendIdIn(world, index, step),
  }));
  for (let minute = 0; minute <= minutes; minute += 2, clock.move(2 * MINUTE)) {
    if (minute % 6 === 0) await runTrigger({ accountId, campaignId: world.campaignId }, "Etc/GMT");
    const results = await sendBatch(jobs);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  }
}
