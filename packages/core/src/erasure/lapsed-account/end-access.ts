import {
  listAccessChecks,
  moveAccessCheck,
  nextAccessCheck,
  readSubscriptionPlan,
} from "../../accounts/account/account-plan.ts";
import {
  accessEndsAt,
  isPlanEnded,
} from "../../accounts/subscription-plan/subscription-plan-state.ts";
import { systemActor } from "../../actor.ts";
import { pauseActiveCampaigns } from "../../campaigns/campaign/pause-active.ts";
import { now, toIso } from "../../clock.ts";
import { doEachDue } from "../../do-each-due.ts";
import { log } from "../../log.ts";
import { beginDeletion, followDeletion } from "../account-deletion/begin-deletion.ts";
import { lapseStep, notifyLapsed } from "./notify-lapsed.ts";

const WIDTH = 2;
/** A tick takes so many of a shard; the rest stays due for the next minute. */
const MOST_A_TICK = 10;
/** A mail that did not leave, or a whole look that failed, is tried again after this. */
const AGAIN_MS = 600_000;

/**
 * Pauses what belongs to accounts whose access has ended, tells their owners until when data is kept, and has it deleted then
 * (D16.5). Safe to run twice.
 *
 * @throws AggregateError with what failed, once all other accounts are done
 */
export async function endDueAccess(): Promise<void> {
  const at = now();
  const due = await listAccessChecks(toIso(at), MOST_A_TICK);
  await doEachDue(due, WIDTH, {
    work: (accountId) => checkAccess(accountId, at),
    postpone: (accountId, error) => postpone(accountId, at, error),
  });
}

async function postpone(accountId: number, at: number, error: unknown): Promise<void> {
  log.error(
    "An account whose access may have ended could not be checked; the next check is in 10 minutes",
    {
      accountId,
      error,
    },
  );
  const { checkAt } = await readSubscriptionPlan(accountId);
  if (checkAt === undefined || Date.parse(checkAt) > at) return;
  await moveAccessCheck(accountId, checkAt, { next: at + AGAIN_MS });
}

/**
 * Handles one account whose access may have ended. The check is moved last: if a worker dies before that, the next tick
 * does it again.
 */
export async function checkAccess(accountId: number, at: number): Promise<void> {
  const { state, checkAt, toldDay, closedAt } = await readSubscriptionPlan(accountId);
  if (checkAt === undefined || Date.parse(checkAt) > at) return;
  if (closedAt !== undefined) return followDeletion(accountId, checkAt, at);
  const endedAt = accessEndsAt(state);
  if (endedAt === undefined || !isPlanEnded(state, at)) {
    await moveAccessCheck(accountId, checkAt, { next: nextAccessCheck(state, at) });
    return;
  }
  await pauseActiveCampaigns(systemActor(accountId), "plan_expired");
  const { mail, next } = lapseStep({ endedAt, toldDay }, at);
  if (next === undefined) return beginDeletion(accountId, checkAt, at);
  if (!mail) await moveAccessCheck(accountId, checkAt, { next });
  else await notify({ accountId, checkAt, endedAt, at }, { ...mail, next });
}

/**
 * The worker that postpones the check is the one that sends the email; the check stays due for another try unless the
 * email leaves.
 */
async function notify(
  lapsed: { accountId: number; checkAt: string; endedAt: number; at: number },
  { day, keptUntil, next }: { day: number; keptUntil: number; next: number },
): Promise<void> {
  const { accountId, checkAt, endedAt, at } = lapsed;
  const again = at + AGAIN_MS;
  if (!(await moveAccessCheck(accountId, checkAt, { next: again }))) return;
  if (!(await notifyLapsed(accountId, { endedAt, keptUntil }))) return;
  await moveAccessCheck(accountId, toIso(again), { next, toldDay: day });
}
