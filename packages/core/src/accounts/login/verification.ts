import { commit, type PendingWrite } from "@thaw/data/transact";
import * as v from "valibot";
import { NOBODY, type Origin, originOf } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { ResendVerification, User, VerifyUser } from "../account/account.schema.ts";
import { readIdentities, unlinkWrites } from "../oidc/identity-record.ts";
import { issueSession } from "../session/session.ts";
import { startTrial } from "../subscription-plan/trial.ts";
import { takeOver } from "../team/take-over.ts";
import { describeUser } from "../user/user.ts";
import { findUser, findUserByEmail, patchUser, type UserRecord } from "../user/user-record.ts";
import { addressesOf, newAddressLink } from "./address-link.ts";
import { answerEvenly } from "./answer-evenly.ts";
import { takeAttempt } from "./attempt.ts";
import { takeNewAddress } from "./email-change.ts";
import { logFailure, mailVerification } from "./login-mail.ts";
import { findOneTimeToken, spendOneTimeToken } from "./one-time-token.ts";
import { newResetLink } from "./reset-link.ts";
import { provesSignUp } from "./sign-up-proof.ts";
import { takeMailTo } from "./stranger-mail.ts";

const RESEND_RULE = { kind: "resend-verification", limit: 1, windowMs: 60_000 };

/**
 * Verifies the address of the link's user, starts the owner's trial and signs the user in; a link that was mailed to
 * another address makes it the user's own. A person who cannot prove that they signed up gets a uuid to set a password
 * with: someone else may have signed up with their address, and that password is not accepted any more.
 */
export const verifyUser = operation({
  permission: "public",
  input: VerifyUser,
  output: v.object({ token: v.string(), user: User, set_password_uuid: v.nullable(v.string()) }),
  async run(actor, { uuid, sign_up_proof }) {
    const holder = await findOneTimeToken("verify-email", uuid);
    const user = holder && (await findUser(holder));
    if (!user || user.status !== "active") throw staleLink();
    const { from, to } = addressesOf(holder);
    if (from !== user.email) throw staleLink();
    const origin = originOf(actor);
    const isOwn = to === user.email;
    const isProven = !isOwn || user.isEmailVerified || (await provesSignUp(sign_up_proof, user));
    const verified = isOwn
      ? await (isProven ? markVerified(user, uuid) : takeOverBy(uuid, user, origin))
      : await takeNewAddress(user, uuid, { email: to, origin });
    if (!verified) throw staleLink();
    const { token } = await issueSession(verified, origin);
    const set_password_uuid = isProven ? null : await resetUuid(verified);
    return { token, user: await describeUser(verified), set_password_uuid };
  },
});

async function resetUuid(user: UserRecord): Promise<string> {
  const { secret, write } = newResetLink(user);
  await commit([write]);
  return secret;
}

/** Mails a new link, at most one a minute. The answer does not tell whether the address is known. */
export const resendVerification = operation({
  permission: "public",
  input: ResendVerification,
  output: v.object({ sent: v.literal(true) }),
  run: (_actor, { email }) =>
    answerEvenly(async () => {
      if ((await takeAttempt(RESEND_RULE, email)) === undefined) {
        throw new AppError("rate_limited", "account.verificationTooSoon");
      }
      const user = await findUserByEmail(email);
      const isWaiting = user && !user.isEmailVerified && user.status === "active";
      // The caller is not told: that would say that the address is known.
      if (isWaiting && (await takeMailTo(email))) {
        const token = newAddressLink(user, { from: user.email, to: user.email });
        await commit([token.write]);
        await mailVerification(user, token.secret).catch(logFailure(user.userId));
      }
      return { sent: true } as const;
    }),
});

/** Invalidates what the person who signed up left behind: the password, and a sign-in by an issuer. */
async function takeOverBy(uuid: string, user: UserRecord, origin: Origin): Promise<UserRecord> {
  const spent = spendOneTimeToken("verify-email", uuid);
  const actor = { ...NOBODY, accountId: user.accountId, userId: user.userId, origin };
  const linked = await readIdentities(user.userId);
  const unlinked = linked.flatMap((identity) => unlinkWrites(actor, "global", identity));
  const change = await takeOver(user, (writes) => commitOrStale([spent, ...unlinked, ...writes]));
  return { ...user, ...change };
}

async function markVerified(user: UserRecord, uuid: string): Promise<UserRecord> {
  const { accountId, userId } = user;
  const verified = patchUser({ accountId, userId }).set({ isEmailVerified: true });
  const spent = spendOneTimeToken("verify-email", uuid);
  await startTrial(user, (trial) => commitOrStale([spent, verified, ...trial]));
  return { ...user, isEmailVerified: true };
}

/** What a link allows, together with its being used up. @throws AppError when it was used or is too old */
export const commitOrStale = (writes: readonly PendingWrite[]): Promise<void> =>
  commit(writes, { otherwise: staleLink });

/** The one answer for a link that is used, too old or not ours. */
export const staleLink = () => new AppError("invalid", "account.linkExpired");
