import type { TransactWrite } from "@thaw/data/transact";
import * as v from "valibot";
import { now, nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { log } from "../../log.ts";
import { operation } from "../../operation.ts";
import { SignUp, User } from "../account/account.schema.ts";
import { firstCheck } from "../account/account-plan.ts";
import { createAccount } from "../account/account-record.ts";
import { type Trial, withTrial } from "../subscription-plan/trial.ts";
import { describeUser } from "../user/user.ts";
import { createUser, type UserRecord, userIds } from "../user/user-record.ts";
import { newAddressLink } from "./address-link.ts";
import { mailVerification } from "./login-mail.ts";
import { hashPassword } from "./password.ts";
import { newSignUpProof } from "./sign-up-proof.ts";
import { takeMailTo, takeSignUp } from "./stranger-mail.ts";

type NewOwner = Pick<UserRecord, "name" | "email" | "passwordHash" | "isEmailVerified"> &
  Partial<Pick<UserRecord, "referredByCode" | "unknownPasswordHash">>;
type Key = { accountId: number; userId: number };

/** Creates an account with its owner, who accepts the terms, together with `others`. The trial begins with the address. */
export async function openAccount(
  owner: NewOwner,
  others: (key: Key) => readonly TransactWrite[] = () => [],
): Promise<UserRecord> {
  const userId = await userIds.next("global");
  // The account is known by its owner's id: what members and clients call their parent.
  const accountId = userId;
  const user = { accountId, userId, kind: "owner", role: "OWNER", ...owner } as const;
  const open = (trial?: Trial) => {
    const account = createAccount({
      accountId,
      name: owner.name,
      timezone: "Etc/GMT",
      planType: "TRIAL",
      createdAt: nowIso(),
      ...trial?.fields,
      ...firstCheck(accountId, now()),
    });
    const writes = [account, ...(trial?.claims ?? []), ...others({ accountId, userId })];
    return createUser({ ...user, termsAcceptedAt: nowIso() }, writes);
  };
  return owner.isEmailVerified ? withTrial(user, open) : open();
}

/** Mails the new owner the link that verifies the address. @throws AppError unavailable; the account is there */
export async function mailFirstLink(owner: UserRecord, secret: string): Promise<void> {
  const notMailed = () => new AppError("unavailable", "account.verificationNotMailed");
  if (!(await takeMailTo(owner.email))) throw notMailed();
  try {
    await mailVerification(owner, secret);
  } catch (error) {
    log.error("A verification mail could not be sent", { userId: owner.userId, error });
    throw notMailed();
  }
}

/** Creates an account with its owner and mails the link that verifies the owner's address. */
export const signUp = operation({
  permission: "public",
  input: SignUp,
  output: v.object({
    user: User,
    /** With it the person who signed up verifies the address without having to choose the password again. */
    sign_up_proof: v.string(),
  }),
  async run(actor, { name, email, password, referral_code: referredByCode }) {
    await takeSignUp(actor);
    const passwordHash = await hashPassword(password);
    let secret = "";
    const owner = await openAccount(
      {
        name,
        email,
        passwordHash,
        isEmailVerified: false,
        ...(referredByCode === undefined ? {} : { referredByCode }),
      },
      (key) => {
        const token = newAddressLink(key, { from: email, to: email });
        secret = token.secret;
        return [token.write];
      },
    );
    await mailFirstLink(owner, secret);
    return { user: await describeUser(owner), sign_up_proof: await newSignUpProof(owner) };
  },
});
