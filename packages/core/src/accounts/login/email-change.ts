import { commit, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import type { Origin } from "../../actor.ts";
import { dropClaim, findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { operation } from "../../operation.ts";
import { ChangeEmail } from "../account/account.schema.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { addressClaim, addressTaken, patchUser, type UserRecord } from "../user/user-record.ts";
import { newAddressLink } from "./address-link.ts";
import { mailAddressChanged, mailNewAddress } from "./login-mail.ts";
import { spendOneTimeToken } from "./one-time-token.ts";
import { requirePassword, wrongPassword } from "./security.ts";
import { requireMailTo } from "./stranger-mail.ts";

/**
 * Mails a link to an address that the user wants to have in place of theirs. Nothing changes before the link is used.
 *
 * @throws AppError invalid at "password"; conflict at "email" for an address that someone has
 */
export const changeEmail = operation({
  permission: "signed_in",
  input: ChangeEmail,
  output: v.object({ email: v.string() }),
  async run(actor, { email, password }) {
    const { accountId, userId } = actor;
    const key = { accountId, userId };
    const user = await requirePassword(key, password, wrongPassword("password"));
    if (await findClaim(addressClaim({ ...user, email }))) throw addressTaken(user.kind);
    await requireMailTo(actor, email);
    const link = newAddressLink(key, { from: user.email, to: email });
    await commit([link.write]);
    await mailNewAddress({ ...user, email }, link.secret);
    return { email };
  },
});

/**
 * The user with the address that a link of `changeEmail` was mailed to; the one before is told. Undefined for a link that is
 * used, too old, or of an address that has been changed since.
 *
 * @throws AppError conflict for an address that someone else has by now
 */
export async function takeNewAddress(
  user: UserRecord,
  uuid: string,
  { email, origin }: { email: string; origin: Origin },
): Promise<UserRecord | undefined> {
  const { accountId, userId } = user;
  const changed: UserRecord = { ...user, email, isEmailVerified: true };
  try {
    await commit([
      takeClaim(addressClaim(changed), { accountId, ownerId: userId }),
      spendOneTimeToken("verify-email", uuid),
      dropClaim(addressClaim(user)),
      patchUser({ accountId, userId })
        .set({ email, isEmailVerified: true })
        .where((stored, is) => is.eq(stored.email, user.email)),
      recordAct(
        { accountId, userId, origin },
        { action: "email_changed", target: email, detail: `${user.email} → ${email}` },
      ),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const isTaken = error.refused.length === 1 && error.refused[0] === 0;
    if (isTaken) throw addressTaken(user.kind);
    return undefined;
  }
  await mailAddressChanged(user, email);
  return changed;
}
