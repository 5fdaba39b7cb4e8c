import type { PendingWrite } from "@thaw/data/transact";
import { randomToken } from "../../random.ts";
import { hashPassword } from "../login/password.ts";
import { startTrial } from "../subscription-plan/trial.ts";
import { patchUser, type UserRecord } from "../user/user-record.ts";

/** A password that nobody knows, for a user who has none; `unknownPasswordHash` marks it. */
export async function unknownPassword() {
  const passwordHash = await hashPassword(randomToken());
  return { passwordHash, unknownPasswordHash: passwordHash };
}

/**
 * Used where someone signed up with an address without proving it, and the address's owner proves it now: the address is
 * verified, and the password of the sign-up is not accepted any more.
 *
 * @param commitWith does this with the rest of its transaction
 */
export async function takeOver(
  user: UserRecord,
  commitWith: (writes: readonly PendingWrite[]) => Promise<void>,
) {
  const { accountId, userId, passwordHash: before } = user;
  const change = { ...(await unknownPassword()), isEmailVerified: true };
  const write = patchUser({ accountId, userId })
    .set(change)
    .where(
      (row, op) => `${op.eq(row.passwordHash, before)} AND ${op.eq(row.isEmailVerified, false)}`,
    );
  await startTrial(user, (trial) => commitWith([write, ...trial]));
  return change;
}
