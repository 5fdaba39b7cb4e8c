import * as v from "valibot";
import { Id, orderInput, PageInput, pageOf } from "../../page.schema.ts";

/** What is written down, and among which kind it is found. */
export const ACTIVITY_KINDS = [
  "login",
  "team",
  "role",
  "client",
  "key",
  "billing",
  "setting",
  "deletion",
  "export",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const KIND_OF = {
  logged_in: "login",
  password_changed: "login",
  password_reset: "login",
  email_changed: "login",
  two_step_on: "login",
  two_step_off: "login",
  identity_linked: "login",
  identity_unlinked: "login",
  passkey_added: "login",
  passkey_removed: "login",
  member_invited: "team",
  invitation_resent: "team",
  invitation_revoked: "team",
  invitation_accepted: "team",
  member_deactivated: "team",
  member_reactivated: "team",
  role_changed: "role",
  access_given: "role",
  access_taken: "role",
  client_added: "client",
  client_invited: "client",
  client_changed: "client",
  client_deactivated: "client",
  client_reactivated: "client",
  client_deleted: "client",
  client_restored: "client",
  client_reset_sent: "client",
  client_given: "client",
  client_taken: "client",
  white_label_changed: "client",
  key_made: "key",
  key_revoked: "key",
  linkedin_account_added: "key",
  linkedin_account_removed: "key",
  linkedin_connector_changed: "key",
  plan_changed: "billing",
  mailbox_connected: "key",
  mailbox_reconnected: "key",
  tracking_domain_set: "setting",
  tracking_domain_removed: "setting",
  approval_on: "setting",
  approval_off: "setting",
  ai_settings_changed: "setting",
  sending_stopped: "setting",
  sending_started: "setting",
  operator_stopped_sending: "setting",
  operator_started_sending: "setting",
  campaign_deleted: "deletion",
  campaign_restored: "deletion",
  mailbox_deleted: "deletion",
  lead_deleted: "deletion",
  leads_deleted_by_file: "deletion",
  entry_deleted: "deletion",
  entries_deleted_by_file: "deletion",
  lead_erased: "deletion",
  erased_readmitted: "deletion",
  leads_exported: "export",
  skipped_rows_exported: "export",
} as const satisfies Record<string, ActivityKind>;
export type ActivityAction = keyof typeof KIND_OF;
export const ACTIVITY_ACTIONS = Object.keys(KIND_OF) as ActivityAction[];

const Activity = v.object({
  id: v.string(),
  at: v.string(),
  kind: v.picklist(ACTIVITY_KINDS),
  action: v.picklist(ACTIVITY_ACTIONS),
  /** 0: the product itself. */
  actor_id: v.number(),
  /** Empty for somebody who is no longer known. */
  actor_name: v.string(),
  /** To whom or what it was done. */
  target: v.string(),
  /** More words where the action alone does not say it: the role before and after. */
  detail: v.string(),
  ip: v.string(),
});
export type Activity = v.InferOutput<typeof Activity>;

export const ListActivity = v.object({
  ...PageInput,
  ...orderInput("newest"),
  kind: v.optional(v.union([v.picklist(ACTIVITY_KINDS), v.array(v.picklist(ACTIVITY_KINDS))])),
  /** Who did it. */
  actor_id: v.optional(v.union([Id, v.pipe(v.array(Id), v.maxLength(50))])),
});
export const ActivityPage = pageOf(Activity);
