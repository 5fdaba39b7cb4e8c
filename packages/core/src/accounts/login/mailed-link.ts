import { commit } from "@thaw/data/transact";
import { renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";
import * as v from "valibot";
import { type Actor, localeOfActor, originOf } from "../../actor.ts";
import { HOUR_MS } from "../../duration.ts";
import { networkOf } from "../../network.ts";
import { operation } from "../../operation.ts";
import { RequestLink, ResetPassword, UseMagicLink, User } from "../account/account.schema.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { readIdentities } from "../oidc/identity-record.ts";
import { nameOfIssuer } from "../oidc/issuers.ts";
import { readPasskeys } from "../passkey/passkey-record.ts";
import { credentialMark } from "../session/credential-mark.ts";
import { issueSession, revokeSessions } from "../session/session.ts";
import { startTrial } from "../subscription-plan/trial.ts";
import { describeUser } from "../user/user.ts";
import {
  findClientByEmail,
  findUser,
  findUserByEmail,
  patchUser,
  type UserRecord,
} from "../user/user-record.ts";
import { findHostAccount } from "../white-label/host.ts";
import { answerEvenly } from "./answer-evenly.ts";
import { type AttemptRule, takeAttempt } from "./attempt.ts";
import { logFailure, mailMagicLink, mailPasswordReset, mailPasswordSet } from "./login-mail.ts";
import { findOneTimeToken, newOneTimeToken, spendOneTimeToken } from "./one-time-token.ts";
import { hashPassword } from "./password.ts";
import { newResetLink } from "./reset-link.ts";
import { takeMailTo } from "./stranger-mail.ts";
import { commitOrStale, staleLink } from "./verification.ts";

const RESET_MAILS = { kind: "reset-mail", limit: 3, windowMs: HOUR_MS };
/** Of all addresses together: nobody forgets so many passwords. */
const LINKS_PER_IP = { kind: "link-ip", limit: 30, windowMs: HOUR_MS / 4 };
const MAGIC_MAILS = { kind: "magic-mail", limit: 3, windowMs: HOUR_MS };

const LinkRequested = v.object({ message: v.string(), message_key: v.string() });

function requestedFor(actor: Actor) {
  const text = say("signIn.linkRequested");
  return { message: renderText(localeOfActor(actor), text), message_key: text.key };
}

const SignedInByLink = v.object({ token: v.string(), user: User });

// Clients of an agency have a login of their own, without such links.
const mayUseLink = (user: UserRecord) => user.status === "active" && user.kind !== "client";

/**
 * Mails a link to choose a new password: three an hour at most. At an agency's host it is for that agency's clients alone. The
 * answer never tells whether the address is known.
 */
export const forgotPassword = operation({
  permission: "public",
  input: RequestLink,
  output: LinkRequested,
  run: (actor, { email }) =>
    answerEvenly(async () => {
      const { ip, host = "" } = originOf(actor);
      const agencyId = await findHostAccount(host);
      const counted = agencyId === undefined ? email : `${agencyId}/${email}`;
      if (!(await mayMail(RESET_MAILS, counted, ip))) return requestedFor(actor);
      const user = await (agencyId === undefined
        ? findUserByEmail(email)
        : findClientByEmail(agencyId, email));
      if (user?.status !== "active" || !(await takeMailTo(email))) return requestedFor(actor);
      const link = newResetLink(user);
      await commit([link.write]);
      await mailPasswordReset(user, link.secret).catch(logFailure(user.userId));
      return requestedFor(actor);
    }),
});

/** Counts an email to an address, and how many addresses one network address has asked for. */
async function mayMail(rule: AttemptRule, address: string, ip: string): Promise<boolean> {
  const isSprayed = ip !== "" && (await takeAttempt(LINKS_PER_IP, networkOf(ip))) === undefined;
  return !isSprayed && (await takeAttempt(rule, address)) !== undefined;
}

/**
 * Sets the password, signs the user out everywhere and in here. Having had the mail verifies the address. Passkeys and linked
 * sign-ins stay: a mail tells which there are.
 */
export const resetPassword = operation({
  permission: "public",
  input: ResetPassword,
  output: SignedInByLink,
  async run(actor, { uuid, newPassword }) {
    const holder = await findOneTimeToken("reset-password", uuid);
    const user = holder && (await findUser(holder));
    if (!user || user.status !== "active" || holder.boundTo !== credentialMark(user))
      throw staleLink();
    const { accountId, userId, email } = user;
    const passwordHash = await hashPassword(newPassword);
    const writes = [
      spendOneTimeToken("reset-password", uuid),
      patchUser({ accountId, userId })
        .set({ passwordHash, isEmailVerified: true })
        .where(
          (stored, is) =>
            `${is.eq(stored.passwordHash, user.passwordHash)} AND ${is.eq(stored.email, email)}`,
        ),
      recordAct(
        { accountId, userId, origin: originOf(actor) },
        { action: "password_reset", target: email },
      ),
    ];
    await startTrial(user, (trial) => commitOrStale([...writes, ...trial]));
    await revokeSessions(userId);
    await notifyPasswordSet(user).catch(logFailure(userId));
    const { token } = await issueSession(user, originOf(actor));
    return { token, user: await describeUser({ ...user, isEmailVerified: true }) };
  },
});

async function notifyPasswordSet(user: UserRecord): Promise<void> {
  const { userId } = user;
  const [passkeys, linked] = await Promise.all([readPasskeys(userId), readIdentities(userId)]);
  const identities = linked.map(({ issuerId, email, createdAt }) => ({
    name: `${nameOfIssuer(issuerId)}: ${email}`,
    createdAt,
  }));
  await mailPasswordSet(user, { passkeys, identities });
}

/** Mails a link to log in with: three an hour at most. The answer never tells whether the address is known. */
export const requestMagicLink = operation({
  permission: "public",
  input: RequestLink,
  output: LinkRequested,
  run: (actor, { email }) =>
    answerEvenly(async () => {
      if (!(await mayMail(MAGIC_MAILS, email, originOf(actor).ip))) return requestedFor(actor);
      const user = await findUserByEmail(email);
      if (!user?.isEmailVerified || !mayUseLink(user)) return requestedFor(actor);
      if (!(await takeMailTo(email))) return requestedFor(actor);
      const { accountId, userId } = user;
      const boundTo = credentialMark(user);
      const link = newOneTimeToken("magic-link", { accountId, userId, boundTo });
      await commit([link.write]);
      await mailMagicLink(user, link.secret).catch(logFailure(user.userId));
      return requestedFor(actor);
    }),
});

/** Signs in whom the link was mailed to. It stands for the password and, being mailed, for the code too. */
export const useMagicLink = operation({
  permission: "public",
  input: UseMagicLink,
  output: SignedInByLink,
  async run(actor, { token: secret }) {
    const holder = await findOneTimeToken("magic-link", secret);
    const user = holder && (await findUser(holder));
    if (!user?.isEmailVerified || !mayUseLink(user)) throw staleLink();
    if (holder?.boundTo !== credentialMark(user)) throw staleLink();
    await commitOrStale([spendOneTimeToken("magic-link", secret)]);
    const { token } = await issueSession(user, originOf(actor));
    return { token, user: await describeUser(user) };
  },
});
