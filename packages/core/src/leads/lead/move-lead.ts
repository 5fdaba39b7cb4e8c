import { commit } from "@thaw/data/transact";
import { say } from "@thaw/text/say";
import type { Actor } from "../../actor.ts";
import { reactivate } from "../../campaigns/campaign/reactivate.ts";
import { clientsOfCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import {
  type CampaignLeadKey,
  enrolInCampaign,
  findEnrolmentsOfLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { leadChanged, refusal } from "../../campaigns/campaign-lead/lead-state.ts";
import { leaveCampaign } from "../../campaigns/campaign-lead/leave-campaign.ts";
import { nowIso } from "../../clock.ts";
import { notFound } from "../../error.ts";
import { randomToken } from "../../random.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { findSuppressedIn } from "../suppression/suppression.ts";
import { requireCampaignLead } from "./change-lead-status.ts";
import { changeCampaigns, findLeads, type LeadRecord } from "./lead-record.ts";
import { type OwnByCampaign, sharersOf, valuesIn, valuesOf, withOwn } from "./own-values.ts";

/** Takes a lead out of one campaign; the lead and its other campaigns stay. */
export async function removeFromCampaign({ userId }: Actor, key: CampaignLeadKey): Promise<void> {
  const { enrolment, lead } = await look(key);
  const at = nowIso();
  await commit(
    [
      ...leaveCampaign(enrolment, {
        at,
        actorId: userId,
        detail: `${enrolment.status} removed manual`,
      }),
      changeCampaigns(lead, enrolment, { at }),
    ],
    { otherwise: leadChanged },
  );
}

/**
 * Takes a lead out of one campaign and puts it into another, at its beginning.
 *
 * @throws AppError invalid_transition for one that is blocked or in the other campaign already
 */
export async function moveToCampaign(
  actor: Actor,
  key: CampaignLeadKey,
  toCampaignId: number,
): Promise<void> {
  const { enrolment, lead } = await look(key);
  const { accountId, leadId } = key;
  if (enrolment.status === "BLOCKED") throw refusal(enrolment, "move");
  if (toCampaignId === key.campaignId) throw refusal(enrolment, "move", say("lead.inThatCampaign"));
  const [there, suppressed] = await Promise.all([
    findEnrolmentsOfLead(accountId, leadId, [toCampaignId]),
    findSuppressedIn({ accountId, campaignId: toCampaignId }, [lead.email]),
  ]);
  if (there.length > 0) throw refusal(enrolment, "move", say("lead.alreadyThere"));
  if (suppressed.size > 0) throw refusal(enrolment, "move", say("lead.addressBlocked"));
  const at = nowIso();
  const own = await ownValuesAfterMove(lead, key.campaignId, toCampaignId);
  const target = { accountId, campaignId: toCampaignId, leadId };
  const detail = `${enrolment.status} moved ${toCampaignId}`;
  await commit(
    [
      ...leaveCampaign(enrolment, { at, actorId: actor.userId, detail }),
      changeCampaigns(lead, enrolment, { at, to: toCampaignId, own }),
      enrolInCampaign({ ...target, enrolledAt: at }),
      eventItem({ ...target, kind: "leads-added", at, key: randomToken(), amount: 1 }),
    ],
    { otherwise: leadChanged },
  );
  await reactivate(actor, toCampaignId, "leads_added");
}

/** The own values that a lead needs where it goes, unless that shares what it has: decision 30 says which it takes along. */
async function ownValuesAfterMove(
  lead: LeadRecord,
  from: number,
  to: number,
): Promise<OwnByCampaign | undefined> {
  const values = valuesIn(lead, from);
  const sharers = sharersOf(lead);
  const clients = await clientsOfCampaigns(lead.accountId, [from, to, ...sharers]);
  const side = clients.get(to);
  const isSame = sharers.every((id) => clients.get(id) === side);
  if (isSame && sharers.includes(from)) return undefined;
  const mayKnow = clients.get(from) === undefined || clients.get(from) === side;
  const ownValues = (mayKnow && values) || valuesOf({});
  return withOwn(lead, to, { values: ownValues, at: nowIso() });
}

async function look(key: CampaignLeadKey) {
  const enrolment = await requireCampaignLead(key);
  const lead = (await findLeads(key.accountId, [key.leadId])).get(key.leadId);
  if (!lead) throw notFound("lead");
  return { enrolment, lead };
}
