import { concurrently } from "@thaw/data/concurrently";
import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { accountTimezone } from "../../accounts/account/account.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findLeadEnrolments } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { reassignLead } from "../../campaigns/campaign-lead/reassign-lead.ts";
import { reassignPlanned } from "../../campaigns/message/reassign-planned.ts";
import { now } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import { operation } from "../../operation.ts";
import { Id } from "../../page.schema.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import { MAX_LEADS_PER_ACTION } from "./campaign-lead-actions.ts";

const WIDTH = 8;

export const ReassignLeads = v.object({
  campaign_id: Id,
  lead_ids: v.pipe(
    v.array(Id),
    v.minLength(1, issueText("leadsLeast")),
    v.maxLength(MAX_LEADS_PER_ACTION, boundText("leadsMost")),
  ),
  /** One of the campaign's senders, which is connected. */
  mailbox_id: Id,
});

/**
 * Lets another mailbox of the campaign write the rest to leads that wait for a follow-up or whose mail is planned, for instance
 * because their own is disconnected. What it writes is a new thread (D5).
 */
export const reassignCampaignLeads = operation({
  permission: "leads:write",
  input: ReassignLeads,
  output: v.object({ lead_ids: v.array(v.number()), refused: v.array(v.number()) }),
  async run({ accountId, userId }, { campaign_id: campaignId, lead_ids, mailbox_id }) {
    const { mailboxIds } = await requireCampaign(accountId, campaignId);
    const [mailbox] = mailboxIds.includes(mailbox_id)
      ? await findMailboxes(accountId, [mailbox_id])
      : [];
    if (mailbox?.connectionState !== "CONNECTED") {
      throw AppError.at("invalid", "mailbox_id", "lead.mailboxNotOfCampaign");
    }
    const ids = [...new Set(lead_ids)];
    const enrolments = await findLeadEnrolments(
      accountId,
      ids.map((leadId) => ({ campaignId, leadId })),
    );
    const day = localDate(await accountTimezone(accountId), now());
    const planned = { mailboxId: mailbox_id, actorId: userId, day };
    const moved = await concurrently(enrolments, WIDTH, async (enrolment) => {
      const isMoved =
        (await reassignLead(enrolment, mailbox_id, userId)) ||
        (await reassignPlanned(enrolment, planned));
      return isMoved ? [enrolment.leadId] : [];
    });
    const done = new Set(moved.flat());
    return {
      lead_ids: ids.filter((id) => done.has(id)),
      refused: ids.filter((id) => !done.has(id)),
    };
  },
});
