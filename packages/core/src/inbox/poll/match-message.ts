import type { ReceivedMessage } from "@thaw/mail/message/read-message";
import {
  type CampaignLeadRecord,
  findEnrolmentsOfLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import {
  findMessage,
  findMessages,
  type MessageRecord,
} from "../../campaigns/message/message-state.ts";
import { sendIdInMessageId } from "../../campaigns/message/send-id.ts";
import { findClaims } from "../../kernel/claim/claim.ts";
import { findRecipient } from "../../leads/lead/lead-delivery.ts";
import { findLeadIds } from "../../leads/lead/lead-record.ts";
import { threadIdInMessageId } from "../thread/reply-id.ts";
import { findThread, seenClaim, type ThreadRecord } from "../thread/thread-store.ts";
import { keyOfId } from "./mail-key.ts";

/** The newest of a long conversation's ids tell where it is. */
const MOST_NAMED = 20;

export type Match =
  | { kind: "message"; message: MessageRecord; by: "thread" | "address" }
  /** An answer to what someone wrote by hand, in a thread that belongs to no campaign. */
  | { kind: "thread"; thread: ThreadRecord }
  | { kind: "none" };

/**
 * What a received mail is about: our mail that its thread names, else the last one to the address that it came from. A
 * report must name our mail: anyone could write one.
 */
export async function matchMessage(
  mailbox: { accountId: number; mailboxId: number },
  received: ReceivedMessage,
  report: { isReport: boolean; alsoNamed: readonly string[] },
): Promise<Match> {
  const named = [
    ...(received.inReplyTo ? [received.inReplyTo] : []),
    ...received.references.toReversed(),
    ...report.alsoNamed,
  ];
  const threaded = await matchByThread(mailbox, named);
  if (threaded) return threaded;
  if (report.isReport) return { kind: "none" };
  const stored = await matchByStored(mailbox, named);
  if (stored) return stored;
  const byAddress = received.from && (await matchByAddress(mailbox, received.from.address));
  return byAddress ? { kind: "message", message: byAddress, by: "address" } : { kind: "none" };
}

/**
 * What of ours in this mailbox has one of these ids: a campaign's mail, or a reply.
 *
 * @param named Message-IDs, the one that counts most first
 */
export async function matchByThread(
  { accountId, mailboxId }: { accountId: number; mailboxId: number },
  named: readonly string[],
): Promise<Match | undefined> {
  const sendIds = [...new Set(named.flatMap((id) => sendIdInMessageId(id) ?? []))].slice(0, 50);
  const messages = await findMessages(sendIds.map((sendId) => ({ accountId, sendId })));
  for (const sendId of sendIds) {
    const message = messages.get(sendId);
    // Only the mailbox that sent a mail gets its answers and reports: anything else is made up.
    if (message?.mailboxId === mailboxId) return { kind: "message", message, by: "thread" };
  }
  for (const id of named) {
    const threadId = threadIdInMessageId(accountId, id);
    const thread = threadId === undefined ? undefined : await findThread(accountId, threadId);
    if (thread?.mailboxId === mailboxId) return matchOf(thread);
  }
  return undefined;
}

/** The conversation in which one of these is: what the mailbox received, or what left it from another program. */
export async function matchByStored(
  { accountId, mailboxId }: { accountId: number; mailboxId: number },
  named: readonly string[],
): Promise<Match | undefined> {
  const keys = [...new Set(named)].slice(0, MOST_NAMED).map((id) => keyOfId(mailboxId, id));
  const claims = await findClaims(keys.map((key) => seenClaim(accountId, key)));
  for (const claim of claims) {
    const thread = claim && (await findThread(accountId, claim.ownerId));
    if (thread?.mailboxId === mailboxId) return matchOf(thread);
  }
  return undefined;
}

async function matchOf(thread: ThreadRecord): Promise<Match> {
  const { accountId, sendId } = thread;
  const message = sendId === undefined ? undefined : await findMessage({ accountId, sendId });
  return message ? { kind: "message", message, by: "thread" } : { kind: "thread", thread };
}

/** The newest mail of this mailbox to the lead with this address. */
async function matchByAddress(
  mailbox: { accountId: number; mailboxId: number },
  address: string,
): Promise<MessageRecord | undefined> {
  const [leadId] = await findLeadIds(mailbox.accountId, [address]);
  const [newest] = leadId === undefined ? [] : await enrolmentsOf(mailbox, leadId);
  if (!newest?.lastSendId) return undefined;
  return findMessage({ accountId: mailbox.accountId, sendId: newest.lastSendId });
}

/** Where this mailbox has written to a lead, the campaign that wrote last first. */
export async function enrolmentsOf(
  { accountId, mailboxId }: { accountId: number; mailboxId: number },
  leadId: number,
): Promise<CampaignLeadRecord[]> {
  const lead = await findRecipient(accountId, leadId);
  const inCampaigns = await findEnrolmentsOfLead(
    accountId,
    leadId,
    (lead?.campaign_ids ?? []).slice(-20),
  );
  return inCampaigns
    .filter((enrolment) => enrolment.mailboxId === mailboxId && enrolment.lastSendId)
    .sort((a, b) => ((a.lastSentAt ?? "") < (b.lastSentAt ?? "") ? 1 : -1));
}
