import { STOP_REASONS } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import type { StopRule } from "@thaw/core/campaigns/message/message.schema";
import type { WaitReason } from "@thaw/core/engine/planner/wait-reason.schema";
import type { RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import type { TextKey } from "../../messages/namespaces.ts";
import { type Text, useText } from "../../messages/text.tsx";

type Copy = TextKey<"campaign-detail">;

/** Rules by which an email is never sent. */
const STOPS: Record<StopRule, Copy> = {
  lead_deleted: "rule_lead_deleted",
  lead_stopped: "rule_lead_stopped",
  lead_completed: "rule_lead_completed",
  lead_blocked: "rule_lead_blocked",
  step_done: "rule_step_done",
  block_list: "rule_block_list",
  campaign_stopped: "rule_campaign_stopped",
};

/** Rules by which it is sent later. */
const WAITS: Record<WaitReason, Copy> = {
  sending_stopped: "wait_sending_stopped",
  campaign_paused: "wait_campaign_paused",
  campaign_completed: "wait_campaign_completed",
  parent_paused: "wait_parent_paused",
  new_lead_limit: "wait_new_lead_limit",
  no_automatic_step: "wait_no_automatic_step",
  window_closed: "wait_window_closed",
  day_closed: "wait_day_closed",
  not_due: "wait_not_due",
  too_late: "wait_too_late",
  lead_paused: "wait_lead_paused",
  domain_limit: "wait_domain_limit",
  reassigned: "wait_reassigned",
  version_changed: "wait_version_changed",
  no_mailbox: "wait_no_mailbox",
  mailbox_missing: "wait_mailbox_missing",
  mailbox_unavailable: "wait_mailbox_unavailable",
  mailbox_closed: "wait_mailbox_closed",
  daily_limit: "wait_daily_limit",
  no_free_slot: "wait_no_free_slot",
  monthly_quota: "wait_monthly_quota",
};

const TEXTS: Partial<Record<string, Copy>> = {
  ...STOPS,
  ...WAITS,

  blocked: "reason_blocked",
  machine_visit: "kind_machineOpened",
};

/**
 * What kept an email from leaving, in words instead of codes; what servers said stays as they said it, after whose fault that is
 * (decision 34).
 */
export const failureText =
  (t: Text<"campaign-detail">) =>
  (detail: string, cause?: RefusalCause): string => {
    const reason = STOP_REASONS.find((each) => each === detail);
    if (reason) return t(`reason_${reason}`);
    const rule = TEXTS[detail];
    if (rule) return t(rule);
    if (cause === undefined) return detail;
    const said = t(`cause.${cause}`);
    return detail ? t("causeWords", { cause: said, words: detail }) : said;
  };

export const useFailureText = () => failureText(useText("campaign-detail"));
