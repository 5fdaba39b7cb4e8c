import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { config } from "../../config.ts";
import { AppError, notFound } from "../../error.ts";
import { requirePermission } from "../../kernel/access/require-permission.ts";
import { publicUrl, takeAsset, takeUpload } from "../../kernel/upload/upload.ts";
import { operation } from "../../operation.ts";
import { accountTimezone } from "../account/account.ts";
import { patchAccount } from "../account/account-record.ts";
import type { Activity } from "../activity-log/activity-log.schema.ts";
import { listActivity } from "../activity-log/activity-log.ts";
import { getAiSettings } from "../ai/ai-settings.ts";
import { listApiKeys } from "../api-key/api-key.ts";
import {
  FindUser,
  MAX_ACTIVITY,
  UpdateProfile,
  type UserChanges,
  UserRecord,
} from "./profile.schema.ts";
import { removeProfilePicture, setProfilePicture } from "./profile-picture.ts";
import { type UserRecord as StoredUser, UserEntity } from "./user.entity.ts";
import { describeUser } from "./user.ts";
import { findUser } from "./user-record.ts";
import { changeWhiteLabel, readWhiteLabelColumns } from "./user-white-label.ts";

const DEFAULT_TIMEZONE = "Etc/GMT";

/** The key that the profile shows. */
const PROFILE_KEY = 0;
const NO_WHITE_LABEL = {
  whitelabel_domain: null,
  whitelabel_details: null,
  wl_google_client_id: null,
  wl_microsoft_client_id: null,
};

/**
 * Whose record someone's profile is: a member's and a client's own, otherwise that of the account, which has its owner's id.
 */
export const profileIdOf = ({
  kind,
  accountId,
  userId,
}: Pick<Actor, "kind" | "accountId" | "userId">): number =>
  kind === "member" || kind === "client" ? userId : accountId;

/**
 * A user's record: one's own when no id is given. Those of other members are for users who manage the team; anyone else's, and
 * those of other accounts, are null.
 */
export const getUserRecord = operation({
  permission: "signed_in",
  input: FindUser,
  output: v.nullable(UserRecord),
  async run(actor, { id = profileIdOf(actor) }) {
    const { accountId } = actor;
    if (id !== profileIdOf(actor) && !actor.permissions.has("team:write")) return null;
    const user = await findUser({ accountId, userId: id });
    return user ? describeRecord(actor, user) : null;
  },
});

/**
 * Changes one's own record.
 *
 * @throws AppError invalid; forbidden for someone else's of the account, and for the account's timezone and logo without the
 *   right to change its settings
 */
export const updateProfile = operation({
  permission: "signed_in",
  input: UpdateProfile,
  output: UserRecord,
  async run(actor, { id, changes }) {
    const { accountId } = actor;
    const user = await findUser({ accountId, userId: id });
    if (!user) throw notFound("user");
    if (id !== profileIdOf(actor)) {
      throw new AppError("forbidden", "account.ownProfileOnly");
    }
    // What needs a right that may be missing comes before what everyone may change.
    const logoToken = changes.logo ? await takeLogo(actor, changes.logo) : undefined;
    await changeAccount(actor, changes);
    await changeWhiteLabel(actor, changes);
    await changePicture(actor, changes.profile_pic_url);
    await changeUser(user, changes, logoToken);
    const changed = await findUser({ accountId, userId: id });
    if (!changed) throw notFound("user");
    return describeRecord(actor, changed);
  },
});

async function changeAccount(actor: Actor, changes: UserChanges): Promise<void> {
  const timezone = changes.timezone_preferences?.account;
  const { accountId } = actor;
  if (timezone === undefined || timezone === (await accountTimezone(accountId))) return;
  requirePermission(actor, "account:write");
  await patchAccount({ accountId }).set({ timezone }).go({ response: "none" });
}

async function changePicture(actor: Actor, picture: UserChanges["profile_pic_url"]): Promise<void> {
  if (picture === undefined) return;
  // A key may be used by a person alone, whose picture it is.
  if (picture === null) await removeProfilePicture(actor, {});
  else await setProfilePicture(actor, { file_key: picture });
}

async function changeUser(
  { accountId, userId }: StoredUser,
  changes: UserChanges,
  logoToken: string | undefined,
): Promise<void> {
  const values = given({
    name: changes.name,
    designation: changes.designation,
    wantsGuidance: changes.show_guidance,
    wantsDisconnectNews: changes.notify_on_disconnect,
    hints: changes.user_ui_status,
    agencyTimezone: changes.timezone_preferences?.agency,
    clientTimezone: changes.timezone_preferences?.client,
    logoToken,
  });
  const removed = changes.logo === null ? (["logoToken"] as const) : [];
  if (Object.keys(values).length === 0 && removed.length === 0) return;
  await UserEntity.patch({ accountId, userId })
    .set(values)
    .remove([...removed])
    .go({ response: "none" });
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

function given<Values extends object>(values: Values): Given<Values> {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Given<Values>;
}

async function takeLogo(actor: Actor, fileKey: string): Promise<string> {
  requirePermission(actor, takeAsset.permission);
  return (await takeUpload(actor.accountId, fileKey, ["logo"])).token;
}

async function describeRecord(actor: Actor, user: StoredUser): Promise<UserRecord> {
  const [described, columns] = await Promise.all([describeUser(user), readAccountColumns(actor)]);
  const { has_two_step_login: _kept, timezone_preferences, ...rest } = described;
  // What does not fit its shape is a bug that has to be seen, not shown.
  return v.parse(UserRecord, {
    ...rest,
    ...columns,
    ...ownColumns(user),
    timezone_preferences: {
      account: timezone_preferences.account,
      agency: user.agencyTimezone ?? DEFAULT_TIMEZONE,
      client: user.clientTimezone ?? DEFAULT_TIMEZONE,
    },
  });
}

const ownColumns = (user: StoredUser) => ({
  logo: user.logoToken ? publicUrl(user.accountId, "logo", user.logoToken) : null,
  show_guidance: user.wantsGuidance ?? true,
  user_ui_status: user.hints ?? {},
  notify_on_disconnect: user.wantsDisconnectNews ?? true,
  designation: user.designation ?? "",
  provider: "password",
  growth_experiments: {},
});

/** What is the account's and not for everyone who looks. */
async function readAccountColumns(actor: Actor) {
  const [activity, ai, keys, whiteLabel] = await Promise.all([
    orNull(listActivity(actor, { limit: MAX_ACTIVITY })),
    orNull(getAiSettings(actor, {})),
    orNull(listApiKeys(actor, {})),
    orNull(readWhiteLabelColumns(actor)),
  ]);
  const apiKey = keys?.items.find(({ id }) => id === PROFILE_KEY);
  return {
    activity_logs: activity && activity.items.map(toActivity),
    gpt_api_info: ai && {
      provider: new URL(config.aiBaseUrl()).hostname,
      model: ai.model,
      key_masked: ai.key_masked ?? null,
    },
    api_key: apiKey ? `…${apiKey.ending}` : null,
    ...(whiteLabel ?? NO_WHITE_LABEL),
  };
}

const toActivity = ({ at, actor_id, action, target, ip }: Activity) => ({
  at,
  actor_id,
  action,
  target,
  ip,
});

/** Null for a reader without the permission: the operation itself decides that. */
async function orNull<Output>(asked: Promise<Output>): Promise<Output | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && ["forbidden", "plan_limit"].includes(error.code)) return null;
    throw error;
  }
}
