import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import {
  type CampaignLeadRecord,
  findEnrolmentsOfLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { failureLine } from "../../campaigns/message/failure-line.ts";
import { findMessages, type MessageRecord } from "../../campaigns/message/message-state.ts";
import { withPlanned } from "../../campaigns/message/planned-message.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { LeadId } from "../../leads/lead/lead.schema.ts";
import { requireLead } from "../../leads/lead/lead.ts";
import { operation } from "../../operation.ts";
import { readStoredFor } from "../../read-stored.ts";
import { findThreadOf, type ThreadMessageRecord } from "../thread/thread-store.ts";
import { listThreadMessages } from "../thread/thread-words.ts";

/** Of the newest campaigns; what happened in the others is in their logs. */
const MOST_CAMPAIGNS = 20;
const MOST_STEPS = 50;
const MOST_REPLIES = 50;
const MOST_SHOWN = 200;
const SNIPPET = 200;

export const TIMELINE_KINDS = [
  "added",
  "planned",
  "sent",
  "failed",
  "unknown",
  "opened",
  "clicked",
  "received",
  "answered",
  "bounced",
  "delayed",
  "unsubscribed",
  "changed",
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

const TimelineItem = v.object({
  at: v.string(),
  kind: v.picklist(TIMELINE_KINDS),
  campaign_id: v.number(),
  step: v.optional(v.number()),
  variant: v.optional(v.string()),
  /** The subject of a mail, the beginning of an answer, why something failed or changed. */
  text: v.optional(v.string()),
  text_key: v.optional(v.string()),
  /** Who has to act, of a mail that was refused. */
  cause: v.optional(v.picklist(REFUSAL_CAUSES)),
  /** The conversation that it belongs to. */
  thread_id: v.optional(v.number()),
});
export type TimelineItem = v.InferOutput<typeof TimelineItem>;

/** What happened with a lead in its campaigns, newest first: its mails, what came back, and what was changed last. */
export const getLeadTimeline = operation({
  permission: "leads:read",
  input: LeadId,
  output: v.object({
    items: v.array(TimelineItem),
    /** There is more than this shows. */
    is_cut: v.boolean(),
  }),
  async run(actor, { lead_id: leadId }) {
    const { accountId, scope } = actor;
    const lead = await requireLead(accountId, leadId);
    const campaignIds = await visibleCampaigns(accountId, scope, lead.campaignIds ?? []);
    const newest = [...campaignIds].sort((a, b) => b - a).slice(0, MOST_CAMPAIGNS);
    const enrolments = await findEnrolmentsOfLead(accountId, leadId, newest);
    const [mails, ...replies] = await Promise.all([
      mailsOf(enrolments),
      ...enrolments.map(repliesOf),
    ]);
    const items = [
      ...enrolments.flatMap(ofEnrolment),
      ...mails.flatMap((mail) => ofMail(actor, mail)),
      ...replies.flat(),
    ];
    items.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    return {
      items: items.slice(0, MOST_SHOWN),
      is_cut: items.length > MOST_SHOWN || campaignIds.size > MOST_CAMPAIGNS,
    };
  },
});

async function mailsOf(enrolments: readonly CampaignLeadRecord[]): Promise<MessageRecord[]> {
  const keys = enrolments.flatMap(({ accountId, campaignId, leadId, nextStep }) =>
    Array.from({ length: Math.min(nextStep, MOST_STEPS) }, (_, index) => ({
      accountId,
      sendId: sendIdOf({ accountId, campaignId, leadId, step: index + 1 }),
    })),
  );
  const rows = await findMessages(keys);
  return [...enrolments.reduce(withPlanned, rows).values()];
}

async function repliesOf(enrolment: CampaignLeadRecord): Promise<TimelineItem[]> {
  const { accountId, campaignId: campaign_id, leadId } = enrolment;
  const thread = await findThreadOf(accountId, `lead:${campaign_id}:${leadId}`);
  if (!thread) return [];
  const { threadId: thread_id } = thread;
  const replies = await listThreadMessages(accountId, thread_id, MOST_REPLIES);
  return replies.map(({ at, direction, text }: ThreadMessageRecord) => ({
    at,
    kind: direction === "in" ? "received" : "answered",
    campaign_id,
    thread_id,
    text: text.slice(0, SNIPPET),
  }));
}

/** The last change, by hand or by rule, is the one that an enrolment stores. */
function ofEnrolment(enrolment: CampaignLeadRecord): TimelineItem[] {
  const { campaignId: campaign_id, enrolledAt, changedAt, changeReason, status } = enrolment;
  const added = { at: enrolledAt, kind: "added" as const, campaign_id };
  if (!changedAt || changeReason === "sent") return [added];
  return [added, { at: changedAt, kind: "changed", campaign_id, text: status }];
}

function ofMail(actor: Actor, mail: MessageRecord): TimelineItem[] {
  const { campaignId: campaign_id, step, variant, subject } = mail;
  const shared = { campaign_id, step, variant };
  const when = (kind: TimelineKind, at: string | undefined, text?: string): TimelineItem[] =>
    at ? [{ ...shared, kind, at, ...(text ? { text } : {}) }] : [];
  const isOpen = mail.status === "DRAFTED" || mail.status === "SENDING";
  const isFailed = mail.status === "FAILED" || mail.status === "UNKNOWN";
  const failed = mail.status === "FAILED" ? "failed" : "unknown";
  const cause = REFUSAL_CAUSES.find((each) => each === mail.failure?.kind);
  const refusal = {
    ...readStoredFor(actor, "text", mail.failure && failureLine(mail.failure)),
    ...(cause ? { cause } : {}),
  };
  return [
    ...when("sent", mail.sentAt, subject),
    ...(isOpen ? when("planned", mail.scheduledAt) : []),
    ...(isFailed ? when(failed, mail.scheduledAt).map((item) => ({ ...item, ...refusal })) : []),
    ...when("opened", mail.openedAt),
    ...when("clicked", mail.clickedAt),
    ...when("bounced", mail.bouncedAt),
    ...when("delayed", mail.softBouncedAt),
    ...when("unsubscribed", mail.unsubscribedAt),
  ];
}
