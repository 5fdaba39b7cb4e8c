import { concurrently } from "@thaw/data/concurrently";
import { boundText, issueText } from "@thaw/text/issue-text";
import { renderText } from "@thaw/text/render";
import * as v from "valibot";
import { type Actor, localeOfActor } from "../../actor.ts";
import {
  type CampaignRecord,
  requireCampaign,
  requireCampaignForLeads,
} from "../../campaigns/campaign/campaign-record.ts";
import { LEAD_STATUSES } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import { LEAD_ACTIONS, type LeadAction } from "../../campaigns/campaign-lead/transition.ts";
import { now, toIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { operation } from "../../operation.ts";
import { Id } from "../../page.schema.ts";
import {
  NEVER,
  pauseByHand,
  requireCampaignLead,
  resumeByHand,
  stopByHand,
  unblockByHand,
} from "./change-lead-status.ts";
import { moveToCampaign, removeFromCampaign } from "./move-lead.ts";

export const MAX_LEADS_PER_ACTION = 400;
const WIDTH = 8;

const CampaignLeadId = v.object({ campaign_id: Id, lead_id: Id });
/** When the lead goes on by itself. */
const ResumeAt = v.optional(
  v.pipe(
    v.string(),
    v.isoTimestamp(issueText("dateAndTime")),
    v.check((at) => Date.parse(at) > now(), issueText("futureTime")),
  ),
);
const Changed = v.object({ status: v.picklist(LEAD_STATUSES) });

type Work = {
  actor: Actor;
  campaign: CampaignRecord;
  resumeAt?: IsoInstant | undefined;
  toCampaignId?: number | undefined;
};

/** One action on one lead. @throws AppError not_found, invalid_transition, conflict */
async function act(action: LeadAction, leadId: number, work: Work): Promise<void> {
  const { actor, campaign } = work;
  const key = { accountId: actor.accountId, campaignId: campaign.campaignId, leadId };
  switch (action) {
    case "pause":
      return pauseByHand(actor, key, work.resumeAt ?? NEVER);
    case "resume":
      return resumeByHand(actor, key, campaign);
    case "stop":
      return stopByHand(actor, key);
    case "unblock":
      return unblockByHand(actor, key);
    case "remove":
      return removeFromCampaign(actor, key);
    case "move":
      return moveToCampaign(actor, key, work.toCampaignId ?? 0);
  }
}

/** STARTED or INPROGRESS → PAUSED in one campaign: nothing is sent, planned mails included, until it goes on. */
export const pauseCampaignLead = operation({
  permission: "leads:write",
  input: v.object({ ...CampaignLeadId.entries, resume_at: ResumeAt }),
  output: Changed,
  async run(actor, { campaign_id, lead_id, resume_at }) {
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    const resumeAt = resume_at === undefined ? NEVER : toIso(Date.parse(resume_at));
    await act("pause", lead_id, { actor, campaign, resumeAt });
    return { status: "PAUSED" } as const;
  },
});

/**
 * PAUSED → the status before it; STOPPED → INPROGRESS, or STARTED if nobody wrote to it, unless its campaign was stopped. A
 * follow-up still keeps its distance from the mail before.
 */
export const resumeCampaignLead = operation({
  permission: "leads:write",
  input: CampaignLeadId,
  output: Changed,
  async run(actor, { campaign_id: campaignId, lead_id: leadId }) {
    const { accountId } = actor;
    const campaign = await requireCampaign(accountId, campaignId);
    await act("resume", leadId, { actor, campaign });
    return { status: (await requireCampaignLead({ accountId, campaignId, leadId })).status };
  },
});

/** STARTED, INPROGRESS or PAUSED → STOPPED by hand: no further mail of this campaign. */
export const stopCampaignLead = operation({
  permission: "leads:write",
  input: CampaignLeadId,
  output: Changed,
  async run(actor, { campaign_id, lead_id }) {
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    await act("stop", lead_id, { actor, campaign });
    return { status: "STOPPED" } as const;
  },
});

/** Takes a lead out of a campaign. The lead stays in the account and in its other campaigns. */
export const removeCampaignLead = operation({
  permission: "leads:write",
  input: CampaignLeadId,
  output: v.object({ lead_id: v.number() }),
  async run(actor, { campaign_id, lead_id }) {
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    await act("remove", lead_id, { actor, campaign });
    return { lead_id };
  },
});

/** Takes a lead out of a campaign and starts it in another. */
export const moveCampaignLead = operation({
  permission: "leads:write",
  input: v.object({ ...CampaignLeadId.entries, to_campaign_id: Id }),
  output: v.object({ lead_id: v.number(), campaign_id: v.number() }),
  async run(actor, { campaign_id, lead_id, to_campaign_id }) {
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    await requireCampaignForLeads(actor.accountId, to_campaign_id);
    await act("move", lead_id, { actor, campaign, toCampaignId: to_campaign_id });
    return { lead_id, campaign_id: to_campaign_id };
  },
});

const ChangeLeads = v.pipe(
  v.object({
    campaign_id: Id,
    lead_ids: v.pipe(
      v.array(Id),
      v.minLength(1, issueText("leadsLeast")),
      v.maxLength(MAX_LEADS_PER_ACTION, boundText("leadsMost")),
    ),
    action: v.picklist(LEAD_ACTIONS),
    resume_at: ResumeAt,
    /** For `move`. */
    to_campaign_id: v.optional(Id),
  }),
  v.forward(
    v.check(
      ({ action, to_campaign_id }) => action !== "move" || to_campaign_id !== undefined,
      issueText("campaignMissing"),
    ),
    ["to_campaign_id"],
  ),
);

/** The same action on many leads of a campaign. One that is refused says why and keeps nobody else back. */
export const changeCampaignLeads = operation({
  permission: "leads:write",
  input: ChangeLeads,
  output: v.object({
    action: v.picklist(LEAD_ACTIONS),
    /** Those that were changed. */
    lead_ids: v.array(v.number()),
    refused: v.array(v.object({ lead_id: v.number(), code: v.string(), reason: v.string() })),
  }),
  async run(actor, { campaign_id, lead_ids, action, resume_at, to_campaign_id }) {
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    if (to_campaign_id !== undefined)
      await requireCampaignForLeads(actor.accountId, to_campaign_id);
    const work: Work = {
      actor,
      campaign,
      resumeAt: resume_at === undefined ? undefined : toIso(Date.parse(resume_at)),
      toCampaignId: to_campaign_id,
    };
    const ids = [...new Set(lead_ids)];
    const results = await concurrently(ids, WIDTH, (leadId) => tryOne(action, leadId, work));
    const refused = results.filter((result) => result !== undefined);
    const left = new Set(refused.map(({ lead_id }) => lead_id));
    return { action, lead_ids: ids.filter((id) => !left.has(id)), refused };
  },
});

async function tryOne(action: LeadAction, leadId: number, work: Work) {
  try {
    await act(action, leadId, work);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      lead_id: leadId,
      code: error.code,
      reason: renderText(localeOfActor(work.actor), error.text),
    };
  }
}
