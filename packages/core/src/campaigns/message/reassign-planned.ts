import { commitIfExpected } from "@thaw/data/transact";
import { freeMail } from "../../accounts/subscription-plan/monthly-quota.ts";
import { releasePending } from "../../senders/send-slot/send-slot.ts";
import type { CampaignLeadRecord } from "../campaign-lead/campaign-lead.ts";
import { reassignPlannedLead } from "../campaign-lead/reassign-lead.ts";
import { giveUpItem } from "./message-state.ts";
import { presentMessage } from "./planned-message.ts";

/**
 * Takes back a mail that is planned and lets another mailbox write it: the next trigger run plans it again. One that is being
 * handed over is left alone.
 *
 * @param to `day`: the account's date, of which the first mailbox gets its place back
 * @returns false when no mail to the lead is planned with another mailbox, or something moved it meanwhile
 */
export async function reassignPlanned(
  seen: CampaignLeadRecord,
  to: { mailboxId: number; actorId: number; day: string },
): Promise<boolean> {
  const { accountId, campaignId, leadId, nextStep: step, scheduledAt, mailboxId } = seen;
  if (scheduledAt === undefined || mailboxId === to.mailboxId) return false;
  const message = await presentMessage({ accountId, campaignId, leadId, step });
  if (message?.status !== "DRAFTED") return false;
  const isReverted = await commitIfExpected([
    // Its job finds it so and does nothing; planning drafts it anew.
    giveUpItem(message, { status: "STOPPED", failure: { kind: "rule", text: "reassigned" } }),
    reassignPlannedLead(seen, { ...to, dueAt: message.dueAt ?? message.scheduledAt }),
  ]);
  if (!isReverted) return false;
  await releasePending(message, to.day);
  await freeMail(message);
  return true;
}
