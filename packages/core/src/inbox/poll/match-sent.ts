import type { ReceivedMessage } from "@thaw/mail/message/read-message";
import { companyOf } from "../../accounts/user/company-domain.schema.ts";
import { addressIn } from "../../campaigns/campaign-lead/address-in.ts";
import {
  type CampaignLeadRecord,
  findCampaignLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { findMessages, type MessageRecord } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { findRecipient } from "../../leads/lead/lead-delivery.ts";
import { findLeadIds } from "../../leads/lead/lead-record.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { readNewest } from "../thread/our-mail.ts";
import {
  findThreadOf,
  type ThreadMessageRecord,
  type ThreadRecord,
} from "../thread/thread-store.ts";
import { leadThreadKey } from "./lead-thread.ts";
import { enrolmentsOf, matchByStored, matchByThread } from "./match-message.ts";

/** What is written to more people than this is a mailing: it counts only in the conversation that it answers. */
const MOST_RECIPIENTS = 20;

/** Where an email of ours belongs: to the conversation with the lead of a campaign's mail, or to another one. */
export type SentMatch =
  | { kind: "message"; message: MessageRecord }
  | { kind: "thread"; thread: ThreadRecord };

/**
 * The conversations that an email belongs to which left the mailbox from another program: the one that it answers, and those
 * with leads whom a campaign had written to from this mailbox before `at`. None for a forward to someone else, for a person whom no
 * campaign has written to, and for what is a mail of the product under another Message-ID.
 */
export async function matchSent(
  mailbox: MailboxRecord,
  received: ReceivedMessage,
  at: IsoInstant,
): Promise<SentMatch[]> {
  const people = recipientsOf(mailbox, received);
  const answered = await findAnswered(mailbox, received, people);
  if (answered === "none") return [];
  const others = people.length > MOST_RECIPIENTS ? [] : people;
  const leadIds = new Set((await findLeadIds(mailbox.accountId, others)).flatMap((id) => id ?? []));
  const matches: SentMatch[] = answered ? [answered] : [];
  if (answered?.kind === "message") leadIds.delete(answered.message.leadId);
  for (const leadId of leadIds) {
    const message = await findMailBefore(mailbox, leadId, { at, messageId: received.messageId });
    if (message === "none") return [];
    if (message) matches.push({ kind: "message", message });
  }
  return matches;
}

const recipientsOf = ({ email }: MailboxRecord, { to, cc }: ReceivedMessage): string[] =>
  [...new Set([...to, ...cc].map(({ address }) => address))].filter(
    (address) => address !== email.toLowerCase(),
  );

/** The conversation that it goes on with, where someone of that is among its recipients. */
async function findAnswered(
  mailbox: MailboxRecord,
  received: ReceivedMessage,
  recipients: readonly string[],
): Promise<SentMatch | "none" | undefined> {
  const match = await matchByIds(mailbox, received);
  if (!match) return undefined;
  const isLead = match.kind === "message";
  const thread = isLead
    ? await findThreadOf(mailbox.accountId, leadThreadKey(match.message))
    : match.thread;
  const messages = thread ? await readNewest(thread) : [];
  const known = new Set([
    ...(thread ? [thread.email] : []),
    ...messages.flatMap(({ direction, from }) => (direction === "in" ? [from] : [])),
    ...(isLead ? await addressesOf(match.message) : []),
  ]);
  // What one of them wrote, lying in Sent, is not ours.
  if (isKnown(messages, received) || known.has(received.from?.address ?? "")) return "none";
  return isAddressee(mailbox, recipients, known) ? match : undefined;
}

async function matchByIds(
  mailbox: MailboxRecord,
  { inReplyTo, references }: ReceivedMessage,
): Promise<SentMatch | undefined> {
  const named = [...(inReplyTo ? [inReplyTo] : []), ...references.toReversed()];
  if (named.length === 0) return undefined;
  const match = (await matchByThread(mailbox, named)) ?? (await matchByStored(mailbox, named));
  return match?.kind === "none" ? undefined : match;
}

/** Someone's assistant or colleague is taken for the person whom it answers; a colleague of ours is not. */
function isAddressee(
  { email }: MailboxRecord,
  recipients: readonly string[],
  known: ReadonlySet<string>,
): boolean {
  const companies = new Set([...known].map(companyOf));
  companies.delete(companyOf(email));
  companies.delete(undefined);
  return recipients.some((address) => known.has(address) || companies.has(companyOf(address)));
}

/** A reply of the inbox whose server gave it another Message-ID. */
const isKnown = (messages: readonly ThreadMessageRecord[], { messageId }: ReceivedMessage) =>
  messages.some(
    (message) => message.status !== undefined && messageId && message.messageId === messageId,
  );

async function addressesOf({ accountId, campaignId, leadId }: MessageRecord): Promise<string[]> {
  const [lead, enrolment] = await Promise.all([
    findRecipient(accountId, leadId),
    findCampaignLead({ accountId, campaignId, leadId }),
  ]);
  return [lead?.email, enrolment && addressIn(enrolment, lead?.email)].flatMap(
    (address) => address?.toLowerCase() ?? [],
  );
}

/** The last campaign mail of this mailbox to the lead before `at`, whenever the mailbox is read. */
async function findMailBefore(
  mailbox: MailboxRecord,
  leadId: number,
  { at, messageId }: { at: IsoInstant; messageId: string | undefined },
): Promise<MessageRecord | "none" | undefined> {
  const enrolments = await enrolmentsOf(mailbox, leadId);
  const messages = [...(await findMessages(enrolments.flatMap(mailsOf))).values()];
  if (messages.some((message) => messageId && message.messageId === messageId)) return "none";
  return messages
    .filter(
      ({ mailboxId, sentAt = "" }) => mailboxId === mailbox.mailboxId && sentAt && sentAt <= at,
    )
    .sort((a, b) => ((a.sentAt ?? "") < (b.sentAt ?? "") ? 1 : -1))[0];
}

/** Of the steps that a lead may have had. */
const mailsOf = ({ accountId, campaignId, leadId, nextStep, lastSendId }: CampaignLeadRecord) =>
  [
    ...Array.from({ length: nextStep }, (_, index) =>
      sendIdOf({ accountId, campaignId, leadId, step: index + 1 }),
    ),
    ...(lastSendId ? [lastSendId] : []),
  ].map((sendId) => ({ accountId, sendId }));
