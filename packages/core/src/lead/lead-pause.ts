import * as v from "valibot";
import { type CampaignRecord, requireCampaign } from "../campaign/campaign.ts";
import { readSteps } from "../campaign/sequence.ts";
import { LEAD_STATUSES } from "../campaign-lead/campaign-lead.schema.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  findCampaignLead,
  pauseLead,
  resumeLead,
} from "../campaign-lead/campaign-lead.ts";
import { now, nowIso, toIso } from "../clock.ts";
import { AppError, notFound } from "../error.ts";
import { operation } from "../operation.ts";
import { Id } from "../page.schema.ts";
import type { CampaignSchedule } from "../schedule/schedule.schema.ts";
import { dueAfter } from "../schedule/window.ts";

/** A pause without a date lasts until somebody ends it. */
const NEVER = "9999-12-31T23:59:59.999Z";

const CampaignLeadId = v.object({ campaign_id: Id, lead_id: Id });
const PauseLead = v.object({
  ...CampaignLeadId.entries,
  /** When the lead goes on by itself. */
  resume_at: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp("Enter a date and time"),
      v.check((at) => Date.parse(at) > now(), "Choose a time in the future"),
    ),
  ),
});
const Changed = v.object({ status: v.picklist(LEAD_STATUSES) });

/** STARTED or INPROGRESS → PAUSED in one campaign: nothing is sent, planned mails included, until it goes on. */
export const pauseCampaignLead = operation({
  permission: "leads:write",
  input: PauseLead,
  output: Changed,
  async run({ accountId }, { campaign_id: campaignId, lead_id: leadId, resume_at }) {
    const key = { accountId, campaignId, leadId };
    const lead = await requireCampaignLead(key);
    const resumeAt = resume_at === undefined ? NEVER : toIso(Date.parse(resume_at));
    if (!(await pauseLead(key, lead, resumeAt))) throw cannot("paused", lead);
    return { status: "PAUSED" } as const;
  },
});

/** PAUSED → the status before it. A follow-up still keeps its distance from the mail before. */
export const resumeCampaignLead = operation({
  permission: "leads:write",
  input: CampaignLeadId,
  output: Changed,
  async run({ accountId }, { campaign_id: campaignId, lead_id: leadId }) {
    const key = { accountId, campaignId, leadId };
    const lead = await requireCampaignLead(key);
    const campaign = await requireCampaign(accountId, campaignId);
    if (!(await resumeLead(key, lead, await dueAtOf(lead, campaign))))
      throw cannot("resumed", lead);
    return { status: (await requireCampaignLead(key)).status };
  },
});

async function dueAtOf(lead: CampaignLeadRecord, campaign: CampaignRecord): Promise<string> {
  const schedule = campaign.schedule as CampaignSchedule | undefined;
  if (lead.lastSentAt === undefined || !schedule) return nowIso();
  const { accountId, campaignId, sequenceVersion } = campaign;
  const next = (await readSteps(accountId, campaignId, sequenceVersion))[lead.nextStep - 1];
  if (!next) return nowIso();
  const { delayInDays } = next.seq_delay_details;
  return toIso(Math.max(now(), dueAfter(Date.parse(lead.lastSentAt), delayInDays, schedule)));
}

async function requireCampaignLead(key: CampaignLeadKey): Promise<CampaignLeadRecord> {
  const lead = await findCampaignLead(key);
  if (!lead) throw notFound("lead");
  return lead;
}

const cannot = (done: string, { status }: CampaignLeadRecord) =>
  new AppError("invalid_transition", `A lead that is ${status} cannot be ${done}`);
