import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { noLink } from "../../no-link.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { EmailAddress, WorkEmailAddress } from "../user/email-address.schema.ts";

export const PASSWORD_RULE = issueText("passwordRule");

/** A password to set. One to check is any text: rules change, stored passwords do not. */
export const NewPassword = v.pipe(
  v.string(PASSWORD_RULE),
  v.minLength(8, PASSWORD_RULE),
  v.maxLength(128, PASSWORD_RULE),
  v.regex(/\p{L}/u, PASSWORD_RULE),
  v.regex(/\p{Nd}/u, PASSWORD_RULE),
);

const TypedPassword = v.pipe(
  v.string(issueText("enterPassword")),
  v.nonEmpty(issueText("enterPassword")),
  v.maxLength(1000),
);

export const ReferralCode = v.pipe(
  v.string(),
  v.regex(/^SW-[A-Z0-9]{10}$/, issueText("referralCode")),
);

export const PersonName = v.pipe(
  v.string(issueText("yourName")),
  oneLine,
  v.nonEmpty(issueText("yourName")),
  noLink,
  v.maxLength(100, boundText("nameTooLong")),
);

const ACCEPT_TERMS = issueText("acceptTerms");

// What is left out has no value that its own schema could judge; a form leaves out what is empty.
const MISSING = new Map<unknown, string>([
  ["name", issueText("yourName")],
  ["email", issueText("yourEmail")],
  ["password", issueText("enterPassword")],
  ["terms_accepted", ACCEPT_TERMS],
  ["newPassword", PASSWORD_RULE],
  ["uuid", issueText("linkIncomplete")],
  ["token", issueText("linkIncomplete")],
]);
const sayWhatIsMissing = (issue: v.ObjectIssue) =>
  MISSING.get(issue.path?.[0].key) ?? issueText("required");

export const SignUp = v.object(
  {
    name: PersonName,
    email: WorkEmailAddress,
    password: NewPassword,
    referral_code: v.optional(ReferralCode),
    terms_accepted: v.literal(true, ACCEPT_TERMS),
  },
  sayWhatIsMissing,
);

export const Login = v.object(
  {
    email: v.pipe(
      v.string(issueText("yourEmail")),
      v.trim(),
      v.nonEmpty(issueText("yourEmail")),
      v.maxLength(1000),
    ),
    password: TypedPassword,
    /** The mailed code, where two-step login asks for one. */
    otp: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, issueText("codeDigits")))),
  },
  sayWhatIsMissing,
);
export const RegenerateCode = v.omit(Login, ["otp"]);

export const VerifyUser = v.object({
  uuid: v.string(issueText("linkIncomplete")),
  /** Returned by the sign-up. Without it the password of the sign-up is not accepted any more. */
  sign_up_proof: v.optional(v.pipe(v.string(), v.maxLength(1000))),
});
export const ResendVerification = v.object({ email: EmailAddress }, sayWhatIsMissing);
/** Asking for a link by mail: one to set a new password, or one to log in with. */
export const RequestLink = v.object({ email: EmailAddress }, sayWhatIsMissing);
export const ResetPassword = v.object(
  { uuid: v.pipe(v.string(), v.maxLength(100)), newPassword: NewPassword },
  sayWhatIsMissing,
);
export const UseMagicLink = v.object(
  { token: v.pipe(v.string(), v.maxLength(100)) },
  sayWhatIsMissing,
);
export const SetTwoStepLogin = v.object(
  { is_enabled: v.boolean(issueText("onOrOff")), password: TypedPassword },
  sayWhatIsMissing,
);
export const SessionId = v.object({ session_id: v.pipe(v.string(), v.maxLength(100)) });
export const ChangePassword = v.object({
  current_password: TypedPassword,
  new_password: NewPassword,
});
/** The address to have from now on; its owner has to open a link mailed there. */
export const ChangeEmail = v.object(
  { email: WorkEmailAddress, password: TypedPassword },
  sayWhatIsMissing,
);
export const Nothing = v.object({});

/** A user as clients see one; every name as in the specification. */
export const User = v.object({
  id: v.number(),
  user_id: v.nullable(v.number()),
  uuid: v.string(),
  name: v.string(),
  email: v.string(),
  profile_pic_url: v.nullable(v.string()),
  role: v.nullable(v.string()),
  status: v.string(),
  isClient: v.boolean(),
  isTeamMember: v.boolean(),
  is_email_verified: v.boolean(),
  has_two_step_login: v.boolean(),
  has_onboarding_completed: v.boolean(),
  onboarding_stage: v.number(),
  plan_type: v.string(),
  trial_start_date: v.nullable(v.string()),
  referral_code_id: v.string(),
  client_permissions: v.object({
    permissions: v.array(v.string()),
    restricted_category_ids: v.array(v.number()),
  }),
  ui_permissions: v.record(v.string(), v.boolean()),
  timezone_preferences: v.object({ account: v.string() }),
});
export type User = v.InferOutput<typeof User>;

export const SignedIn = v.object({
  token: v.string(),
  user: User,
  requiresOTP: v.literal(false),
});

/**
 * With two-step login a right password returns nothing until the mailed code comes with it. For an unverified address it
 * returns the user's id alone.
 */
export const LoginResult = v.union([
  SignedIn,
  v.object({ user: v.object({ id: v.number() }), requiresOTP: v.literal(false) }),
  v.object({ requiresOTP: v.literal(true) }),
]);

export const Session = v.object({
  id: v.string(),
  ip: v.string(),
  user_agent: v.string(),
  created_at: v.string(),
  last_seen_at: v.string(),
  expires_at: v.string(),
  is_current: v.boolean(),
});
export type Session = v.InferOutput<typeof Session>;
