import { commit, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import { originOf } from "../actor.ts";
import { nowIso } from "../clock.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import { AccountEntity } from "./account.entity.ts";
import { ResendVerification, User, VerifyUser } from "./account.schema.ts";
import { takeAttempt } from "./attempt.ts";
import { findOneTimeToken, newOneTimeToken, spendOneTimeToken } from "./one-time-token.ts";
import { issueSession } from "./session.ts";
import { UserEntity, type UserRecord } from "./user.entity.ts";
import { describeUser, findUser, findUserByEmail } from "./user.ts";
import { mailVerification } from "./verification-mail.ts";

const RESEND_RULE = { kind: "resend-verification", limit: 1, windowMs: 60_000 };

/** Verifies the address of the link's user, starts the owner's trial and signs the user in. */
export const verifyUser = operation({
  permission: "public",
  input: VerifyUser,
  output: v.object({ token: v.string(), user: User }),
  async run(actor, { uuid }) {
    const holder = await findOneTimeToken("verify-email", uuid);
    const user = holder && (await findUser(holder));
    if (!user || user.status !== "active") throw staleLink();
    await markVerified(user, uuid);
    const { token } = await issueSession(user, originOf(actor));
    return { token, user: await describeUser({ ...user, isEmailVerified: true }) };
  },
});

/** Mails a new link, at most one a minute. The answer does not tell whether the address is known. */
export const resendVerification = operation({
  permission: "public",
  input: ResendVerification,
  output: v.object({ sent: v.literal(true) }),
  async run(_actor, { email }) {
    if ((await takeAttempt(RESEND_RULE, email)) === undefined) {
      throw new AppError("rate_limited", "Please wait a minute before you ask for another email");
    }
    const user = await findUserByEmail(email);
    if (user && !user.isEmailVerified && user.status === "active") {
      const token = newOneTimeToken("verify-email", user);
      await commit([token.write]);
      await mailVerification(user, token.uuid);
    }
    return { sent: true } as const;
  },
});

async function markVerified(user: UserRecord, uuid: string): Promise<void> {
  const { accountId, userId, kind } = user;
  const verified = UserEntity.patch({ accountId, userId }).set({ isEmailVerified: true });
  const trial = AccountEntity.patch({ accountId }).data((account, set) =>
    set.ifNotExists(account.trialStartedAt, nowIso()),
  );
  try {
    await commit([
      spendOneTimeToken("verify-email", uuid),
      verified,
      ...(kind === "owner" ? [trial] : []),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw staleLink();
    throw error;
  }
}

const staleLink = () => new AppError("invalid", "This link has expired");
