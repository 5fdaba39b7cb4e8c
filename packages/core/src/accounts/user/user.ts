import { notFound } from "../../error.ts";
import { publicUrl } from "../../kernel/upload/upload.ts";
import { operation } from "../../operation.ts";
import { Nothing, User } from "../account/account.schema.ts";
import { readAccount } from "../account/account-record.ts";
import type { UserRecord } from "./user.entity.ts";
import { findUser } from "./user-record.ts";

/** The user as clients see one. */
export async function describeUser(user: UserRecord): Promise<User> {
  const { data: account } = await readAccount(user.accountId).go();
  if (!account) throw new Error(`Account ${user.accountId} is missing`);
  return {
    id: user.userId,
    user_id: user.kind === "owner" ? null : user.accountId,
    uuid: user.uuid,
    name: user.name,
    email: user.email,
    profile_pic_url: user.pictureToken
      ? publicUrl(user.accountId, "profile", user.pictureToken)
      : null,
    role: user.role ?? null,
    status: user.status,
    isClient: user.kind === "client",
    isTeamMember: user.kind === "member",
    is_email_verified: user.isEmailVerified,
    has_two_step_login: user.hasTwoStepLogin ?? false,
    has_onboarding_completed: user.hasOnboardingCompleted,
    onboarding_stage: user.onboardingStage,
    plan_type: account.planType,
    trial_start_date: account.trialStartedAt ?? null,
    referral_code_id: user.referralCode,
    client_permissions: {
      permissions: user.clientPermissions ?? [],
      restricted_category_ids: user.hiddenCategoryIds ?? [],
    },
    ui_permissions: {},
    timezone_preferences: { account: account.timezone },
  };
}

export const getCurrentUser = operation({
  permission: "signed_in",
  isOpenToKeys: true,
  input: Nothing,
  output: User,
  async run({ accountId, userId }) {
    const user = await findUser({ accountId, userId });
    if (!user) throw notFound("user");
    return describeUser(user);
  },
});
