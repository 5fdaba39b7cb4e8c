import { expect } from "vitest";
import {
  beginSending,
  recordFailure,
} from "../../packages/core/src/campaigns/message/message-state.ts";
import { presentMessage } from "../../packages/core/src/campaigns/message/planned-message.ts";
import { sendIdOf } from "../../packages/core/src/campaigns/message/send-id.ts";
import { nowIso } from "../../packages/core/src/clock.ts";
import { MINUTE_MS } from "../../packages/core/src/duration.ts";
import { sendBatch } from "../../packages/core/src/engine/delivery/send-batch.ts";
import { runTrigger } from "../../packages/core/src/engine/trigger-run/run-trigger.ts";
import type { IsoInstant } from "../../packages/core/src/instant.schema.ts";
import type { World } from "./world.ts";

type Clock = { move: (ms: number) => void };

/** The send id of a step's mail to a lead, both counted from the world's order. */
export function sendIdIn({ actor, campaignId, leadIds }: World, index = 0, step = 1): string {
  const leadId = leadIds[index] ?? 0;
  return sendIdOf({ accountId: actor.accountId, campaignId, leadId, step });
}

/** The job of a step's mail to a lead, as a run would queue it. */
export const jobIn = ({ actor, campaignId, leadIds }: World, index = 0, step = 1) => ({
  accountId: actor.accountId,
  campaignId,
  leadId: leadIds[index] ?? 0,
  step,
});

export const messageIn = (world: World, index = 0, step = 1) =>
  presentMessage(jobIn(world, index, step));

/** A worker takes the step's mail to hand it over. */
export async function beginIn(
  world: World,
  lease: { fence: string; leaseUntil: IsoInstant },
  step = 1,
): Promise<boolean> {
  const message = await messageIn(world, 0, step);
  return message !== undefined && beginSending(message, lease);
}

/** One trigger run of the world's campaign, at its clock's instant. */
export const planRun = ({
  actor: { accountId },
  campaignId,
}: Pick<World, "actor" | "campaignId">) => runTrigger({ accountId, campaignId }, "Etc/GMT");

/** A step's mail was delivered by a worker that died, and nobody can know what became of it. */
export async function leaveUnknown(world: World, step = 1): Promise<void> {
  await planRun(world);
  await beginIn(world, { fence: "f", leaseUntil: nowIso() }, step);
  const failure = { kind: "unconfirmed", text: "The worker stopped" } as const;
  const key = { accountId: world.actor.accountId, sendId: sendIdIn(world, 0, step) };
  await recordFailure(key, "f", { status: "UNKNOWN", failure });
}

/**
 * Plans every six minutes, and lets a worker look at the mails of these steps every two, until the clock has moved on by
 * `minutes`.
 */
export async function runAndSend(
  world: World,
  clock: Clock,
  minutes: number,
  steps: readonly number[] = [1],
) {
  const jobs = steps.flatMap((step) => world.leadIds.map((_, index) => jobIn(world, index, step)));
  for (let minute = 0; minute <= minutes; minute += 2, clock.move(2 * MINUTE_MS)) {
    if (minute % 6 === 0) await planRun(world);
    const results = await sendBatch(jobs);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  }
}
