import { closeAccount, moveAccessCheck } from "../../accounts/account/account-plan.ts";
import { enqueue } from "../../queue.ts";

/** A deletion whose jobs were lost goes on after this. */
const LOOK_AGAIN_MS = 3_600_000;

/**
 * Closes an account and starts the deletion of its data, unless it was paid for at this very moment: then nothing happens.
 *
 * @param seen when it was to be looked at
 */
export async function beginDeletion(accountId: number, seen: string, at: number): Promise<void> {
  if (await closeAccount(accountId, seen, { at, next: at + LOOK_AGAIN_MS })) await queue(accountId);
}

/** Queues a job for a deletion that is under way: one too many does nothing. */
export async function followDeletion(accountId: number, seen: string, at: number): Promise<void> {
  if (await moveAccessCheck(accountId, seen, { next: at + LOOK_AGAIN_MS })) await queue(accountId);
}

const queue = (accountId: number) => enqueue("erase", [{ job: { kind: "account", accountId } }]);
