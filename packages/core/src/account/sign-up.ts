import * as v from "valibot";
import { now, nowIso } from "../clock.ts";
import { AppError } from "../error.ts";
import { nextId } from "../id-block/id-block.ts";
import { log } from "../log.ts";
import { operation } from "../operation.ts";
import { AccountEntity } from "./account.entity.ts";
import { SignUp, User } from "./account.schema.ts";
import { firstCheck } from "./account-plan.ts";
import { mailVerification } from "./login-mail.ts";
import { newOneTimeToken } from "./one-time-token.ts";
import { hashPassword } from "./password.ts";
import { createUser, describeUser } from "./user.ts";

/** Creates an account with its owner and mails the link that verifies the owner's address. */
export const signUp = operation({
  permission: "public",
  input: SignUp,
  output: v.object({ user: User }),
  async run(_actor, { name, email, password, referral_code: referredByCode }) {
    const passwordHash = await hashPassword(password);
    const userId = await nextId("global", "user");
    // The account is known by its owner's id: what members and clients call their parent.
    const accountId = userId;
    const token = newOneTimeToken("verify-email", { accountId, userId });
    const owner = await createUser(
      {
        accountId,
        userId,
        kind: "owner",
        role: "OWNER",
        name,
        email,
        passwordHash,
        isEmailVerified: false,
        termsAcceptedAt: nowIso(),
        ...(referredByCode === undefined ? {} : { referredByCode }),
      },
      [
        AccountEntity.create({
          accountId,
          name,
          timezone: "Etc/GMT",
          planType: "TRIAL",
          createdAt: nowIso(),
          ...firstCheck(accountId, now()),
        }),
        token.write,
      ],
    );
    await mailVerification(owner, token.secret).catch((error: unknown) => {
      log.error("A verification mail could not be sent", { userId, error });
      throw new AppError(
        "unavailable",
        "Your account was created, but we could not send the verification email. Sign in to have it sent again.",
      );
    });
    return { user: await describeUser(owner) };
  },
});
