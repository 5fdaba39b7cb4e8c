import { loadBatched } from "@thaw/data/load-batched";
import type { CampaignLeadRecord } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { Continued, OpenedThread } from "../../campaigns/campaign-lead/waiting.ts";
import {
  findMessages,
  type MessageRecord,
  messageRead,
} from "../../campaigns/message/message-state.ts";
import { messageIdsOf, sendIdOf } from "../../campaigns/message/send-id.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import type { Ready } from "./check-message.ts";

/**
 * What a lead keeps of the mail that has just left, where that opened a thread: the follow-ups need not read it again. Undefined
 * for a mail that went on with one.
 */
export function threadOpenedBy(
  { step, mailboxId }: Pick<MessageRecord, "step" | "mailboxId">,
  subject: string,
  steps: readonly SequenceStep[],
): OpenedThread | undefined {
  const isFirst = !steps.slice(0, step - 1).some(isMail);
  const own = steps[step - 1];
  return isFirst || (own && hasSubject(own)) ? { step, subject, mailboxId } : undefined;
}

/**
 * The thread that a mail without a subject goes on (SEQ-10): "Re:" and the subject of the step that opened it, and the
 * Message-IDs since then, oldest first. What no step of a subsequence has opened was opened in its parent.
 */
export async function threadOf(
  { accountId, campaignId, leadId, step }: MessageRecord,
  { mailbox, campaignLead }: Ready,
  steps: SequenceStep[],
): Promise<Continued> {
  const continued = campaignLead.continues as Continued | undefined;
  // What people did in between is in no thread of ours.
  const before = steps.slice(0, step - 1).filter(isMail);
  if (before.length === 0) return startOf(continued);
  const opening = before.findLastIndex(hasSubject);
  const since = before.slice(Math.max(opening, 0)).map(({ seq_number }) => seq_number);
  const sendIds = since.map((number) => sendIdOf({ accountId, campaignId, leadId, step: number }));
  const opener = await openerOf(campaignLead, { step: since[0], sendId: sendIds[0] ?? "" });
  if (opener && opener.mailboxId !== mailbox.mailboxId) {
    return threadSince({ subject: opener.subject ?? "", sendIds }, mailbox);
  }
  const earlier = opening < 0 ? (continued?.references ?? []) : [];
  return {
    subject: replyTo(opener?.subject ?? ""),
    references: [...earlier, ...(await idsOf(sendIds, mailbox))],
  };
}

/** Subject and mailbox of the mail that opened a thread: kept with the lead as long as it is the last that opened one. */
async function openerOf(
  { accountId, thread }: CampaignLeadRecord,
  { step, sendId }: { step: number | undefined; sendId: string },
): Promise<Pick<MessageRecord, "mailboxId" | "subject"> | undefined> {
  const kept = thread as OpenedThread | undefined;
  return kept && kept.step === step ? kept : loadBatched(messageRead({ accountId, sendId }));
}

function startOf({ subject, references }: Continued = { subject: "", references: [] }): Continued {
  return { subject: replyTo(subject), references };
}

/** D5: a lead that another mailbox took over has a new thread with it from then on. */
async function threadSince(
  { subject, sendIds }: { subject: string; sendIds: readonly string[] },
  { accountId, mailboxId, email }: MailboxRecord,
): Promise<Continued> {
  const messages = await findMessages(sendIds.map((sendId) => ({ accountId, sendId })));
  const own = sendIds.filter((sendId) => messages.get(sendId)?.mailboxId === mailboxId);
  return {
    subject: own.length > 0 ? replyTo(subject) : subject,
    references: await idsOf(own, { accountId, email }),
  };
}

/** The Message-IDs that mails left with. They follow from the send ids alone until a key was rotated: then the records tell. */
async function idsOf(
  sendIds: readonly string[],
  { accountId, email }: Pick<MailboxRecord, "accountId" | "email">,
): Promise<string[]> {
  const possible = sendIds.map((sendId) => messageIdsOf(sendId, email));
  if (possible.every((ids) => ids.length === 1)) return possible.flat();
  const messages = await findMessages(sendIds.map((sendId) => ({ accountId, sendId })));
  return sendIds.flatMap(
    (sendId, index) => messages.get(sendId)?.messageId ?? possible[index]?.[0] ?? [],
  );
}

const replyTo = (subject: string) =>
  subject && !/^re:/i.test(subject) ? `Re: ${subject}` : subject;

const isMail = ({ seq_type }: SequenceStep) => seq_type === "EMAIL";

const hasSubject = ({ variants }: SequenceStep) =>
  variants.some(({ subject }) => subject.trim() !== "");
