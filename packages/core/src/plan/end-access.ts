import { concurrently } from "@thaw/data/concurrently";
import {
  listAccessChecks,
  moveAccessCheck,
  nextAccessCheck,
  readPlan,
} from "../account/account-plan.ts";
import { systemActor } from "../actor.ts";
import { pauseActiveCampaigns } from "../campaign/pause-active.ts";
import { now, toIso } from "../clock.ts";
import { isPlanEnded } from "./plan-state.ts";

const WIDTH = 2;
/** A tick takes so many of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 10;
const NEVER = Number.POSITIVE_INFINITY;

/** Pauses what belongs to accounts whose access has ended (D16.5). Their data stays. Safe to run twice. */
export async function endDueAccess(): Promise<void> {
  const at = now();
  const due = await listAccessChecks(toIso(at), MOST_A_TICK);
  await concurrently(due, WIDTH, (accountId) => checkAccess(accountId, at));
}

/** The check goes last: whoever dies before it is followed by the next tick. */
async function checkAccess(accountId: number, at: number): Promise<void> {
  const { state, checkAt } = await readPlan(accountId);
  if (checkAt === undefined || Date.parse(checkAt) > at) return;
  if (!isPlanEnded(state, at)) {
    await moveAccessCheck(accountId, checkAt, nextAccessCheck(state, at));
    return;
  }
  await pauseActiveCampaigns(systemActor(accountId), "plan_expired");
  await moveAccessCheck(accountId, checkAt, NEVER);
}
