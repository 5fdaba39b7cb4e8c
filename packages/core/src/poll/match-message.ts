import type { ReceivedMessage } from "@thaw/mail/message/read-message";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { threadIdInMessageId } from "../inbox/reply-id.ts";
import { findThread, type ThreadRecord } from "../inbox/thread-store.ts";
import { findRecipient } from "../lead/lead-delivery.ts";
import { findLeadIds } from "../lead/lead-record.ts";
import { findMessage, findMessages, type MessageRecord } from "../message/message-state.ts";
import { sendIdInMessageId } from "../message/send-id.ts";

export type Match =
  | { kind: "message"; message: MessageRecord; by: "thread" | "address" }
  /** An answer to what somebody wrote by hand, in a thread that belongs to no campaign. */
  | { kind: "thread"; thread: ThreadRecord }
  | { kind: "none" };

/**
 * What a received mail is about: our mail that its thread names, else the last one to the address that it came from. A
 * report must name our mail: anybody could write one.
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
  const byAddress = received.from && (await matchByAddress(mailbox, received.from.address));
  return byAddress ? { kind: "message", message: byAddress, by: "address" } : { kind: "none" };
}

async function matchByThread(
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
    if (thread?.mailboxId !== mailboxId) continue;
    const message =
      thread.sendId === undefined
        ? undefined
        : await findMessage({ accountId, sendId: thread.sendId });
    return message ? { kind: "message", message, by: "thread" } : { kind: "thread", thread };
  }
  return undefined;
}

/** The newest mail of this mailbox to the lead with this address. */
async function matchByAddress(
  { accountId, mailboxId }: { accountId: number; mailboxId: number },
  address: string,
): Promise<MessageRecord | undefined> {
  const [leadId] = await findLeadIds(accountId, [address]);
  if (leadId === undefined) return undefined;
  const lead = await findRecipient(accountId, leadId);
  const inCampaigns = await Promise.all(
    (lead?.campaign_ids ?? [])
      .slice(-20)
      .map((campaignId) => findCampaignLead({ accountId, campaignId, leadId })),
  );
  const newest = inCampaigns
    .filter((record) => record?.mailboxId === mailboxId && record.lastSendId)
    .sort((a, b) => ((a?.lastSentAt ?? "") < (b?.lastSentAt ?? "") ? 1 : -1))[0];
  if (!newest?.lastSendId) return undefined;
  return findMessage({ accountId, sendId: newest.lastSendId });
}
