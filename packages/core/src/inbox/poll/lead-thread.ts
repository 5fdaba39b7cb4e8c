import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { findRecipient } from "../../leads/lead/lead-delivery.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { type NewThread, type ThreadRecord, threadFor } from "../thread/thread-store.ts";

export const leadThreadKey = ({
  campaignId,
  leadId,
}: Pick<MessageRecord, "campaignId" | "leadId">) => `lead:${campaignId}:${leadId}`;

/** The conversation with the lead that a campaign wrote to; made where there is none. */
export async function leadThread(
  { mailboxId, email: mailboxEmail }: MailboxRecord,
  message: MessageRecord,
  at: IsoInstant,
): Promise<ThreadRecord> {
  const { accountId, campaignId, leadId, sendId, subject = "" } = message;
  const lead = await findRecipient(accountId, leadId, campaignId);
  const make = (): NewThread => ({
    mailboxId,
    mailboxEmail,
    campaignId,
    leadId,
    sendId,
    subject,
    email: lead?.email ?? "",
    name: [lead?.first_name, lead?.last_name].filter(Boolean).join(" "),
  });
  return threadFor(accountId, leadThreadKey(message), make, at);
}
