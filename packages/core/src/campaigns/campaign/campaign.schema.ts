import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { ClientChoice } from "../../accounts/client/client.schema.ts";
import { TagChoice } from "../../accounts/tag/tag.schema.ts";
import { CampaignSchedule } from "../../kernel/schedule/schedule.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { Id, orderInput, PageInput, WholeNumber } from "../../page.schema.ts";
import { RatedFigures } from "../../reporting/metric/rate.schema.ts";
import { MOST_LINKEDIN_ACCOUNTS } from "../../senders/linkedin/linkedin.schema.ts";
import { Approval } from "../approval/approval.schema.ts";
import { Condition } from "../subsequence/condition.schema.ts";

export const CAMPAIGN_STATUSES = [
  "DRAFTED",
  "ACTIVE",
  "COMPLETED",
  "STOPPED",
  "PAUSED",
  "ARCHIVED",
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const MAX_SENDERS = 500;
export const DEFAULT_NAME = "Untitled Campaign";

export const CampaignName = v.pipe(
  v.string(),
  oneLine,
  v.nonEmpty(issueText("campaignName")),
  v.maxLength(200, boundText("nameTooLong")),
);

/** Switches arrive from forms as "on", from the API as true or false. */
const Switch = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["on", "off", "true", "false"]),
    v.transform((word) => word === "on" || word === "true"),
  ),
]);

export const CampaignSettings = v.object({
  stop_on_reply: v.optional(Switch, true),
  /** Who answers stops the others with an address at the same domain, too. */
  stop_company: v.optional(Switch, false),
  /** An out-of-office stops like a reply; otherwise the lead waits until the person is back. */
  ooo_as_reply: v.optional(Switch, false),
  stop_on_click: v.optional(Switch, false),
  stop_on_open: v.optional(Switch, false),
  track_opens: v.optional(Switch, true),
  track_clicks: v.optional(Switch, true),
  plain_text: v.optional(Switch, false),
  unsubscribe_footer: v.optional(Switch, false),
  bounce_guard: v.optional(Switch, true),
});
export type CampaignSettings = v.InferOutput<typeof CampaignSettings>;

const names = Object.keys(CampaignSettings.entries) as (keyof CampaignSettings)[];
const given = v.optional(Switch);
/** Those that are left out stay as they are. */
const SettingChanges = v.object(
  Object.fromEntries(names.map((name) => [name, given])) as Record<
    keyof CampaignSettings,
    typeof given
  >,
);

export const CreateCampaign = v.object({ name: v.optional(CampaignName, DEFAULT_NAME) });
export const CampaignId = v.object({ campaign_id: Id });
/** In how many seconds the campaign begins to send: so long its start can be taken back. */
export const StartCampaign = v.object({
  campaign_id: Id,
  undo_seconds: v.optional(v.pipe(WholeNumber, v.minValue(0), v.maxValue(60)), 0),
});
export const UpdateCampaign = v.object({
  campaign_id: Id,
  name: v.optional(CampaignName),
  schedule: v.optional(CampaignSchedule),
  settings: v.optional(SettingChanges),
  /** Of the senders, schedule and settings that were changed; refused when someone else has saved since then. */
  expected_setup: v.optional(WholeNumber),
  /** The name that was changed. */
  expected_name: v.optional(v.string()),
  mailbox_ids: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_SENDERS, boundText("sendersMost")))),
  /** From which its LinkedIn steps are done; none stands for one that nobody has entered. */
  linkedin_account_ids: v.optional(
    v.pipe(v.array(Id), v.maxLength(MOST_LINKEDIN_ACCOUNTS, issueText("accountsMost"))),
  ),
});
const FolderChoice = v.union([v.literal("none"), Id]);
export type FolderChoice = v.InferInput<typeof FolderChoice>;

export const ListCampaigns = v.object({
  ...PageInput,
  ...orderInput("newest"),
  /** One status or several. */
  status: v.optional(
    v.union([v.picklist(CAMPAIGN_STATUSES), v.array(v.picklist(CAMPAIGN_STATUSES))]),
  ),
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  /** One folder or several; "none": those in no folder. */
  folder_id: v.optional(v.union([FolderChoice, v.pipe(v.array(FolderChoice), v.maxLength(101))])),
  /** With one of these tags. */
  tag_id: TagChoice,
  /** Of one client of the agency or several; "none": of none. */
  client_id: ClientChoice,
  /** Who made them: one user or several. */
  created_by: v.optional(v.union([Id, v.pipe(v.array(Id), v.maxLength(50))])),
});

export const CampaignFigures = v.object({
  leads: v.number(),
  finished: v.number(),
  contacted: v.number(),
  ...RatedFigures.entries,
});
export type CampaignFigures = v.InferOutput<typeof CampaignFigures>;

export const Campaign = v.object({
  id: v.number(),
  name: v.string(),
  status: v.picklist(CAMPAIGN_STATUSES),
  schedule: v.optional(CampaignSchedule),
  settings: CampaignSettings,
  mailbox_ids: v.array(v.number()),
  linkedin_account_ids: v.array(v.number()),
  sequence_version: v.number(),
  step_count: v.number(),
  /** Move with each save of their part. */
  setup_revision: v.number(),
  condition_revision: v.number(),
  created_at: v.string(),
  created_by: v.number(),
  folder_id: v.optional(v.number()),
  /** Of which client of the agency it is. */
  client_id: v.optional(v.number()),
  /** Those of deleted tags may still be among them. */
  tag_ids: v.array(v.number()),
  started_at: v.optional(v.string()),
  status_reason: v.optional(v.string()),
  approval: v.optional(Approval),
  /** The start can be taken back until then, as long as nothing ran. */
  undo_until: v.optional(v.string()),
  /** Only a subsequence has these: the campaign that its leads come from, and what moves them. */
  parent_id: v.optional(v.number()),
  condition: v.optional(Condition),
});
export type Campaign = v.InferOutput<typeof Campaign>;

export const CampaignWithFigures = v.object({ ...Campaign.entries, figures: CampaignFigures });
export type CampaignWithFigures = v.InferOutput<typeof CampaignWithFigures>;
