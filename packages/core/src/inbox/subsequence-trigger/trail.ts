import type {
  CampaignLeadKey,
  CampaignLeadRecord,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { Continued } from "../../campaigns/campaign-lead/waiting.ts";
import { findMessages, type MessageRecord } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { findThreadOf } from "../thread/thread-store.ts";
import type { Trail } from "./matches.ts";

/** The mails of a campaign to a lead, in the order of its steps. */
export async function readMails(
  { accountId, campaignId, leadId }: CampaignLeadKey,
  lastStep: number,
): Promise<MessageRecord[]> {
  const steps = Array.from({ length: lastStep }, (_, index) => index + 1);
  const keys = steps.map((step) => ({
    accountId,
    sendId: sendIdOf({ accountId, campaignId, leadId, step }),
  }));
  const found = await findMessages(keys, { consistent: true });
  return keys.flatMap(({ sendId }) => found.get(sendId) ?? []);
}

export function trailOf(mails: readonly MessageRecord[]): Trail {
  const opensOf = ({ openedAt, openCount }: MessageRecord) =>
    openedAt === undefined ? 0 : (openCount ?? 1);
  return {
    opens: mails.reduce((sum, mail) => sum + opensOf(mail), 0),
    hasReplied: mails.some(({ repliedAt }) => repliedAt !== undefined),
  };
}

/** What a first mail without a subject goes on with: what was said last in the inbox, else our own last thread. */
export async function conversationOf(
  enrolment: CampaignLeadRecord,
  mails: readonly MessageRecord[],
): Promise<Continued> {
  const { accountId, campaignId, leadId } = enrolment;
  const thread = await findThreadOf(accountId, `lead:${campaignId}:${leadId}`);
  if (thread?.lastMessageId) {
    const references = [...(thread.references ?? []), thread.lastMessageId];
    return { subject: thread.subject, references: [...new Set(references)] };
  }
  // What people sent by hand has no Message-ID of ours.
  return ownThread(mails.filter(({ messageId }) => messageId !== undefined));
}

async function ownThread(sent: readonly MessageRecord[]): Promise<Continued> {
  const opens = await Promise.all(sent.map(opensThread));
  const thread = sent.slice(Math.max(opens.lastIndexOf(true), 0));
  return {
    subject: thread[0]?.subject ?? "",
    references: thread.flatMap(({ messageId }) => messageId ?? []),
  };
}

/** A step with a subject of its own opens a thread (SEQ-10). */
async function opensThread(mail: MessageRecord): Promise<boolean> {
  const steps = await readSteps(mail.accountId, mail.campaignId, mail.sequenceVersion);
  const { variants = [] } = steps[mail.step - 1] ?? {};
  return variants.some(({ letter, subject }) => letter === mail.variant && subject.trim() !== "");
}
