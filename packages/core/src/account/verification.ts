import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import { originOf } from "../actor.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import { ResendVerification, User, VerifyUser } from "./account.schema.ts";
import { answerEvenly } from "./answer-evenly.ts";
import { takeAttempt } from "./attempt.ts";
import { takeNewAddress } from "./email-change.ts";
import { logFailure, mailVerification } from "./login-mail.ts";
import { findOneTimeToken, newOneTimeToken, spendOneTimeToken } from "./one-time-token.ts";
import { issueSession } from "./session.ts";
import { startTrial } from "./trial.ts";
import { UserEntity, type UserRecord } from "./user.entity.ts";
import { describeUser, findUser, findUserByEmail } from "./user.ts";

const RESEND_RULE = { kind: "resend-verification", limit: 1, windowMs: 60_000 };

/**
 * Verifies the address of the link's user, starts the owner's trial and signs the user in; a link that was mailed to another
 * address makes it the user's own.
 */
export const verifyUser = operation({
  permission: "public",
  input: VerifyUser,
  output: v.object({ token: v.string(), user: User }),
  async run(actor, { uuid }) {
    const holder = await findOneTimeToken("verify-email", uuid);
    const user = holder && (await findUser(holder));
    if (!user || user.status !== "active") throw staleLink();
    const verified =
      holder.boundTo === undefined
        ? await markVerified(user, uuid)
        : await takeNewAddress(user, uuid, { bound: holder.boundTo, origin: originOf(actor) });
    if (!verified) throw staleLink();
    const { token } = await issueSession(verified, originOf(actor));
    return { token, user: await describeUser(verified) };
  },
});

/** Mails a new link, at most one a minute. The answer does not tell whether the address is known. */
export const resendVerification = operation({
  permission: "public",
  input: ResendVerification,
  output: v.object({ sent: v.literal(true) }),
  run: (_actor, { email }) =>
    answerEvenly(async () => {
      if ((await takeAttempt(RESEND_RULE, email)) === undefined) {
        throw new AppError("rate_limited", "Please wait a minute before you ask for another email");
      }
      const user = await findUserByEmail(email);
      if (user && !user.isEmailVerified && user.status === "active") {
        const token = newOneTimeToken("verify-email", user);
        await commit([token.write]);
        await mailVerification(user, token.secret).catch(logFailure(user.userId));
      }
      return { sent: true } as const;
    }),
});

async function markVerified(user: UserRecord, uuid: string): Promise<UserRecord> {
  const { accountId, userId } = user;
  const verified = UserEntity.patch({ accountId, userId }).set({ isEmailVerified: true });
  const spent = spendOneTimeToken("verify-email", uuid);
  await startTrial(user, (trial) => commitOrStale([spent, verified, ...trial]));
  return { ...user, isEmailVerified: true };
}

/** What a link allows, together with its being used up. @throws AppError when it was used or is too old */
export async function commitOrStale(writes: readonly PendingWrite[]): Promise<void> {
  try {
    await commit(writes);
  } catch (error) {
    if (error instanceof TransactionRefused) throw staleLink();
    throw error;
  }
}

/** The one answer for a link that is used, too old or not ours. */
export const staleLink = () => new AppError("invalid", "This link has expired");
