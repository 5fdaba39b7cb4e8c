import { createHash } from "node:crypto";
import type { PendingWrite } from "@thaw/data/transact";
import { findClaim, takeClaim } from "../claim/claim.ts";
import { now, nowIso, toIso } from "../clock.ts";
import { TRIAL_DAYS } from "../plan/plan.schema.ts";
import { DAY_MS } from "../plan/plan-state.ts";
import { AccountEntity } from "./account.entity.ts";
import type { UserRecord } from "./user.entity.ts";

type Owner = Pick<UserRecord, "accountId" | "email">;

/** Taken with an address's first trial and never given back: a hash, for it outlives the account. */
const claimOf = (email: string) =>
  ({
    scope: "global",
    kind: "trial",
    value: createHash("sha256").update(email.trim().toLowerCase()).digest("hex"),
  }) as const;

/**
 * When the trial of a verified address begins, and what has to be written with it, all or none. An address that has had one in
 * another account has it behind it: that account is gone, or goes by another address now.
 */
export async function trialOf({
  accountId,
  email,
}: Owner): Promise<{ startedAt: string; writes: PendingWrite[] }> {
  const claim = claimOf(email);
  const had = await findClaim(claim);
  if (had && had.accountId !== accountId) {
    return { startedAt: toIso(now() - TRIAL_DAYS * DAY_MS), writes: [] };
  }
  const owner = { accountId, ownerId: accountId };
  return { startedAt: nowIso(), writes: had ? [] : [takeClaim(claim, owner)] };
}

/** For the transaction that verifies an address: an owner's trial begins with it, once. */
export async function startTrial(user: Owner & Pick<UserRecord, "kind">): Promise<PendingWrite[]> {
  if (user.kind !== "owner") return [];
  const { startedAt, writes } = await trialOf(user);
  return [
    AccountEntity.patch({ accountId: user.accountId }).data((account, set) =>
      set.ifNotExists(account.trialStartedAt, startedAt),
    ),
    ...writes,
  ];
}
