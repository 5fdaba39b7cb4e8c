import { AccountEntity } from "../../packages/core/src/accounts/account/account.entity.ts";
import { hashPassword } from "../../packages/core/src/accounts/login/password.ts";
import { createUser, userIds } from "../../packages/core/src/accounts/user/user-record.ts";
import { nowIso } from "../../packages/core/src/clock.ts";
import { newAddress } from "./address.ts";
import { finishOnboarding } from "./onboarding.ts";

type Beginning = {
  /** ISO 8601: the trial runs from here; without one no trial has begun. */
  trialStartedAt?: string;
  /** An owner who has answered none of the first questions. */
  isNew?: boolean;
};

/** Someone with a verified address who may begin, in an account of their own. */
export async function testUser(
  kind: "owner" | "member" | "client",
  password: string,
  { trialStartedAt, isNew = false }: Beginning = {},
) {
  const userId = await userIds.next("global");
  const account = AccountEntity.create({
    accountId: userId,
    name: "Firm",
    timezone: "Etc/GMT",
    planType: "TRIAL",
    createdAt: nowIso(),
    ...(trialStartedAt ? { trialStartedAt } : {}),
  });
  const user = await createUser(
    {
      accountId: userId,
      userId,
      kind,
      ...(kind === "client" ? {} : { role: kind === "owner" ? "OWNER" : "ADMIN_ACCESS" }),
      name: "Ada",
      email: newAddress(),
      passwordHash: await hashPassword(password),
      isEmailVerified: true,
    },
    [account],
  );
  if (kind === "owner" && !isNew) await finishOnboarding(user);
  return user;
}
