import { commitIfExpected } from "@thaw/data/transact";
import * as v from "valibot";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { CONNECTION_STATUSES } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import {
  acceptConnectionOf,
  connectionOf,
  isRunning,
} from "../../campaigns/campaign-lead/hold-lead.ts";
import { leadChanged } from "../../campaigns/campaign-lead/lead-state.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { nowIso, toEpochMs } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { planSchedule } from "../../kernel/schedule/closed-days.ts";
import { operation } from "../../operation.ts";
import { Id } from "../../page.schema.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { stepAfter } from "./next-step.ts";

/**
 * PENDING → ACCEPTED: someone has seen that the other side took the request to connect. A lead that waited for that goes on
 * with the delay of its next step from now; one that has got a mail instead goes on as it was.
 */
export const acceptConnection = operation({
  permission: "inbox:reply",
  input: v.object({ campaign_id: Id, lead_id: Id }),
  output: v.object({ connection: v.picklist(CONNECTION_STATUSES) }),
  async run({ accountId, userId }, { campaign_id: campaignId, lead_id: leadId }) {
    const campaign = await requireCampaign(accountId, campaignId);
    const enrolment = await findCampaignLead({ accountId, campaignId, leadId });
    if (!enrolment) throw notFound("lead");
    if (enrolment.connection === "ACCEPTED") return { connection: "ACCEPTED" as const };
    const { connectionStep: step } = enrolment;
    if (!enrolment.connection || step === undefined) {
      throw new AppError("invalid_transition", "task.noRequestSent");
    }
    const at = nowIso();
    const version = enrolment.sequenceVersion ?? campaign.sequenceVersion;
    const [steps, schedule] = await Promise.all([
      readSteps(accountId, campaignId, version),
      planSchedule(campaign, toEpochMs(at)),
    ]);
    const isWaiting =
      connectionOf(enrolment) === "PENDING" && enrolment.due !== undefined && isRunning(enrolment);
    const goesOn = isWaiting ? stepAfter({ steps, schedule }, enrolment, { step, at }) : undefined;
    const event = eventItem({
      accountId,
      campaignId,
      leadId,
      step,
      kind: "connection-accepted",
      at,
      key: String(leadId),
      actorId: userId,
    });
    const isDone = await commitIfExpected([acceptConnectionOf(enrolment, { at, goesOn }), event]);
    if (!isDone) throw leadChanged();
    return { connection: "ACCEPTED" as const };
  },
});
