import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { CLIENT_PERMISSIONS, ROLES } from "../../kernel/access/role.schema.ts";
import { TimezoneName } from "../../kernel/schedule/schedule.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { Id, Instant } from "../../page.schema.ts";
import { PersonName, ReferralCode } from "../account/account.schema.ts";
import { STEPS } from "../onboarding/onboarding.schema.ts";
import { SUBSCRIPTION_PLAN_NAMES } from "../subscription-plan/subscription-plan.schema.ts";
import { MEMBER_STATUSES } from "../team/team.schema.ts";

const MAX_HINTS = 200;
export const MAX_ACTIVITY = 100;

/** On one machine the product has no certificate. */
const HttpsUrl = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/, issueText("httpsAddress")),
);
const Int = v.pipe(v.number(), v.integer());
const Flag = v.boolean(issueText("yesOrNo"));
const Designation = v.pipe(
  v.string(issueText("jobMissing")),
  oneLine,
  v.maxLength(100, boundText("charactersMost")),
);
const HintKey = v.pipe(v.string(), v.regex(/^[\w.-]{1,60}$/, issueText("hintKey")));
const Hints = v.pipe(
  v.record(HintKey, v.strictObject({ dismissed_at: Instant })),
  v.check(
    (hints) => Object.keys(hints).length <= MAX_HINTS,
    issueText("hintsMost", { most: MAX_HINTS }),
  ),
);

/** A user's record as its owner sees it: the types and shapes of every field (D25.2). Null where it is not for the reader. */
export const UserRecord = v.strictObject({
  id: Int,
  user_id: v.nullable(Int),
  uuid: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  email: v.string(),
  role: v.nullable(v.picklist(ROLES)),
  isClient: v.boolean(),
  isTeamMember: v.boolean(),
  has_onboarding_completed: v.boolean(),
  is_email_verified: v.boolean(),
  show_guidance: v.boolean(),
  onboarding_stage: v.pipe(Int, v.minValue(0), v.maxValue(STEPS)),
  logo: v.nullable(HttpsUrl),
  profile_pic_url: v.nullable(HttpsUrl),
  client_permissions: v.strictObject({
    permissions: v.array(v.picklist(CLIENT_PERMISSIONS)),
    restricted_category_ids: v.array(Int),
  }),
  ui_permissions: v.record(v.string(), v.boolean()),
  user_ui_status: Hints,
  notify_on_disconnect: v.boolean(),
  activity_logs: v.nullable(
    v.pipe(
      v.array(
        v.strictObject({
          at: v.pipe(v.string(), v.isoTimestamp()),
          actor_id: Int,
          action: v.string(),
          target: v.string(),
          ip: v.string(),
        }),
      ),
      v.maxLength(MAX_ACTIVITY),
    ),
  ),
  timezone_preferences: v.strictObject({
    account: TimezoneName,
    agency: TimezoneName,
    client: TimezoneName,
  }),
  status: v.picklist(MEMBER_STATUSES),
  designation: Designation,
  referral_code_id: ReferralCode,
  /** By what they sign in. */
  provider: v.picklist(["password", "google", "microsoft"]),
  trial_start_date: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  plan_type: v.picklist(SUBSCRIPTION_PLAN_NAMES),
  /** The end of the account's key. A key is shown once, when it is made: only its hash is kept. */
  api_key: v.nullable(v.pipe(v.string(), v.regex(/^…[0-9a-f]{4}$/))),
  gpt_api_info: v.nullable(
    v.strictObject({ provider: v.string(), model: v.string(), key_masked: v.nullable(v.string()) }),
  ),
  whitelabel_domain: v.nullable(v.string()),
  whitelabel_details: v.nullable(
    v.strictObject({
      brand_name: v.string(),
      logo: v.nullable(HttpsUrl),
      favicon: v.nullable(HttpsUrl),
      primary_color: v.string(),
      support_email: v.string(),
    }),
  ),
  wl_google_client_id: v.nullable(v.string()),
  wl_microsoft_client_id: v.nullable(v.string()),
  growth_experiments: v.record(v.string(), v.string()),
});
export type UserRecord = v.InferOutput<typeof UserRecord>;

/** The address of an uploaded file that is taken into use; null takes away what is there. */
const UploadedFile = v.nullable(v.pipe(v.string(issueText("imageFirst")), v.maxLength(200)));

/** What someone may change of their own record. A picture is given by the key of its upload. */
export const UserChanges = v.strictObject({
  name: v.optional(PersonName),
  designation: v.optional(Designation),
  show_guidance: v.optional(Flag),
  notify_on_disconnect: v.optional(Flag),
  /** Replaces what was there. */
  user_ui_status: v.optional(Hints),
  /** Those that are left out stay. */
  timezone_preferences: v.optional(v.partial(UserRecord.entries.timezone_preferences)),
  profile_pic_url: v.optional(UploadedFile),
  logo: v.optional(UploadedFile),
  /** Null gives the host back. */
  whitelabel_domain: v.optional(v.nullable(v.string())),
  /** Those that are left out stay; images are given by the keys of their uploads. */
  whitelabel_details: v.optional(
    v.strictObject({
      brand_name: v.optional(v.string()),
      primary_color: v.optional(v.string()),
      support_email: v.optional(v.string()),
      logo: v.optional(v.string()),
      favicon: v.optional(v.string()),
    }),
  ),
  wl_google_client_id: v.optional(v.nullable(v.string())),
  wl_microsoft_client_id: v.optional(v.nullable(v.string())),
});
export type UserChanges = v.InferOutput<typeof UserChanges>;

export const FindUser = v.strictObject({ id: v.optional(Id) });
export const UpdateProfile = v.strictObject({ id: Id, changes: UserChanges });
export const DismissHint = v.object({ hint: HintKey });
export const Guidance = v.object({ show_guidance: v.boolean(), user_ui_status: Hints });
