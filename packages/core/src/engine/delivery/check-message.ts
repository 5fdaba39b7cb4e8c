import { batchGet } from "@thaw/data/batch-get";
import { recentSendingStop } from "../../accounts/sending-stop/sending-stop-record.ts";
import type { CampaignStatus } from "../../campaigns/campaign/campaign.schema.ts";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  campaignLeadRead,
  keyOf,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { lanesFor } from "../../campaigns/campaign-lead/waiting.ts";
import type { StopRule } from "../../campaigns/message/message.schema.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { isFreezing } from "../../campaigns/subsequence/frozen.ts";
import { now, toEpochMs } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { type PlanSchedule, planSchedule } from "../../kernel/schedule/closed-days.ts";
import { windowIn } from "../../kernel/schedule/lead-window.ts";
import { isOpen } from "../../kernel/schedule/window.ts";
import type { Lead } from "../../leads/lead/lead.schema.ts";
import { findRecipient, recipientRead } from "../../leads/lead/lead-delivery.ts";
import { leadZoneOf } from "../../leads/lead-timezone/lead-timezone.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import type { SenderReason } from "../planner/wait-reason.schema.ts";
import type { SendSession } from "./send-session.ts";

/** Work that is later than this is planned again and never sent in a burst. */
const TOO_LATE_MS = 24 * 3_600_000;

export type Ready = {
  campaign: CampaignRecord;
  schedule: PlanSchedule;
  campaignLead: CampaignLeadRecord;
  lead: Lead;
  mailbox: MailboxRecord;
};

/** What the checks just before a send say, with the rule's name. */
export type Verdict =
  | ({ kind: "ready" } & Ready)
  /** Never send this message. */
  | { kind: "stop"; status: "STOPPED" | "SKIPPED"; rule: StopRule; blocks?: boolean }
  /** Not now: let the planner find another time, from `dueAt` on where that is known. */
  | { kind: "unschedule"; rule: SenderReason; dueAt?: IsoInstant; version?: number };

/** Someone has stopped all sending: the lead falls due again, and the planner gives it no slot until that ends. */
const SENDING_STOPPED = {
  kind: "unschedule",
  rule: "sending_stopped",
} as const satisfies Verdict;

/** Everything that may have changed since the message was planned (D5), except the block list: that comes last. */
export async function checkMessage(message: MessageRecord, session: SendSession): Promise<Verdict> {
  const { accountId, campaignId, leadId } = message;
  if (await recentSendingStop(accountId)) return SENDING_STOPPED;
  const key = { accountId, campaignId, leadId };
  const [campaign, { campaignLead, lead }, mailbox] = await Promise.all([
    session.campaign(accountId, campaignId),
    readPerson(key, message, session),
    session.mailbox(accountId, message.mailboxId),
    // What building the mail and taking its slot ask for goes with the same request.
    session.sequence(accountId, campaignId, message.sequenceVersion),
    session.timezone(accountId),
  ]);
  const { parentId } = campaign;
  if (parentId !== undefined && isFreezing(await session.statusOf(accountId, parentId))) {
    return { kind: "unschedule", rule: "parent_paused" };
  }
  const schedule = await hoursFor(campaign, lead);
  const campaignVerdict = checkCampaign(campaign, schedule, message);
  if (campaignVerdict) return campaignVerdict;
  if (!campaignLead || !lead) return { kind: "stop", status: "STOPPED", rule: "lead_deleted" };
  const leadVerdict = checkLead(campaignLead, message);
  if (leadVerdict) return leadVerdict;
  if (!mailbox || mailbox.connectionState !== "CONNECTED") {
    return { kind: "unschedule", rule: "mailbox_unavailable" };
  }
  return {
    kind: "ready",
    campaign,
    schedule: schedule as PlanSchedule,
    campaignLead,
    // Mail to its own address came back, and it has another one.
    lead: campaignLead.mailTo ? { ...lead, email: campaignLead.mailTo } : lead,
    mailbox,
  };
}

/** Nobody of it gets a mail any more. What was PAUSED and dismissed goes on where it is brought back. */
const isOver = ({ status, previousStatus }: CampaignRecord): boolean =>
  status === "STOPPED" || (status === "ARCHIVED" && previousStatus === "STOPPED");

/** What has come in between while the mailbox's server was connected to, which may take seconds. */
export async function checkOnceMore(
  { accountId, campaignId }: MessageRecord,
  session: SendSession,
): Promise<(Verdict & { kind: "unschedule" }) | undefined> {
  if (await recentSendingStop(accountId)) return SENDING_STOPPED;
  const { status } = await session.campaign(accountId, campaignId);
  return status === "ACTIVE" ? undefined : waitFor(status);
}

/** A campaign that does not send now. One that is COMPLETED although a mail was planned ended too early. */
const waitFor = (status: CampaignStatus): Verdict & { kind: "unschedule" } => ({
  kind: "unschedule",
  rule: status === "COMPLETED" ? "campaign_completed" : "campaign_paused",
});

type Person = { campaignLead?: CampaignLeadRecord | undefined; lead?: Lead | undefined };

/** As of about now; as of this very moment where it keeps a mail from leaving, whose lead might wait for nothing then. */
async function readPerson(
  key: CampaignLeadKey,
  message: MessageRecord,
  session: SendSession,
): Promise<Person> {
  const { accountId, leadId } = key;
  const [campaignLead, lead] = await Promise.all([
    session.enrolment(key),
    findRecipient(accountId, leadId, key.campaignId),
  ]);
  if (campaignLead && lead && checkLead(campaignLead, message) === undefined) {
    return { campaignLead, lead };
  }
  const present = [
    campaignLeadRead(key),
    recipientRead(accountId, leadId, key.campaignId),
  ] as const;
  const [enrolment, person] = await batchGet(present, { consistent: true });
  return { campaignLead: enrolment, lead: person };
}

const ENDED_BY = {
  STOPPED: "lead_stopped",
  COMPLETED: "lead_completed",
  BLOCKED: "lead_blocked",
} as const satisfies Record<string, StopRule>;

function checkLead(lead: CampaignLeadRecord, message: MessageRecord): Verdict | undefined {
  // A pause ends: the message keeps its place until the lead falls due again.
  if (lead.status === "PAUSED") return { kind: "unschedule", rule: "lead_paused" };
  if (lead.status !== "STARTED" && lead.status !== "INPROGRESS") {
    return { kind: "stop", status: "STOPPED", rule: ENDED_BY[lead.status] };
  }
  if (lead.nextStep !== message.step) {
    return { kind: "stop", status: "SKIPPED", rule: "step_done" };
  }
  // Someone has given the lead to another mailbox since this was planned.
  const { lane } = lead;
  if (lane && !lanesFor(keyOf(lead), message.mailboxId).includes(lane)) {
    return { kind: "unschedule", rule: "reassigned" };
  }
  // Someone has moved the lead to another version of the sequence since this was planned.
  const { sequenceVersion: version = message.sequenceVersion } = lead;
  if (version !== message.sequenceVersion) {
    return { kind: "unschedule", rule: "version_changed", version };
  }
  return undefined;
}

/** The campaign's schedule, with its hours by the lead's own clock where it is kept to. */
async function hoursFor(
  campaign: CampaignRecord,
  lead: Lead | undefined,
): Promise<PlanSchedule | undefined> {
  const schedule = await planSchedule(campaign, now());
  if (!schedule?.usesLeadTimezone || !lead) return schedule;
  return windowIn(schedule, (await leadZoneOf(lead))?.timezone);
}

function checkCampaign(
  campaign: CampaignRecord,
  schedule: PlanSchedule | undefined,
  message: MessageRecord,
): Verdict | undefined {
  if (isOver(campaign)) {
    return { kind: "stop", status: "STOPPED", rule: "campaign_stopped" };
  }
  if (campaign.status !== "ACTIVE") return waitFor(campaign.status);
  if (!schedule || !isOpen(schedule, now())) return { kind: "unschedule", rule: "window_closed" };
  if (now() - toEpochMs(message.scheduledAt) > TOO_LATE_MS) {
    return { kind: "unschedule", rule: "too_late" };
  }
  return undefined;
}
