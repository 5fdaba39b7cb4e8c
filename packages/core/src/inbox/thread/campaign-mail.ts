import { batchGet } from "@thaw/data/batch-get";
import type { CampaignSettings } from "../../campaigns/campaign/campaign.schema.ts";
import { type CampaignRecord, campaignRead } from "../../campaigns/campaign/campaign-record.ts";
import { campaignLeadRead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { type MessageRecord, messageRead } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { readSteps, stepsRead } from "../../campaigns/sequence/sequence-record.ts";
import {
  compileVariant,
  type RenderedMessage,
  renderMessage,
} from "../../engine/delivery/render-message.ts";
import type { CampaignSchedule } from "../../kernel/schedule/schedule.schema.ts";
import type { Lead } from "../../leads/lead/lead.schema.ts";
import { recipientRead } from "../../leads/lead/lead-delivery.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { mailboxRead } from "../../senders/mailbox/mailbox-record.ts";
import { cleanHtml } from "./clean-html.ts";
import { hasPicture } from "./is-shortened.ts";
import type { ThreadMessage, WholeMessage } from "./thread.schema.ts";
import type { ThreadRecord } from "./thread-store.ts";

type Sent = { message: MessageRecord; rendered: RenderedMessage | undefined };

/** What the campaign sent to the lead of a conversation, as it is shown in it. Two requests of the table. */
export async function listCampaignMails(thread: ThreadRecord): Promise<ThreadMessage[]> {
  const sent = await readSent(thread);
  return sent.map(({ message, rendered }) => ({
    id: message.sendId,
    at: message.sentAt ?? message.scheduledAt,
    direction: "out" as const,
    from: thread.mailboxEmail,
    to: thread.email,
    subject: message.subject ?? "",
    text: rendered?.text ?? "",
    has_whole: rendered?.html !== undefined,
    is_shortened: hasPicture(rendered?.html),
    too_large: false,
    attachments: [],
    step: message.step,
  }));
}

/** One of them as it looked; undefined when the campaign sent no such mail. */
export async function findCampaignMail(
  thread: ThreadRecord,
  sendId: string,
  showImages: boolean,
): Promise<WholeMessage | undefined> {
  const sent = (await readSent(thread)).find(({ message }) => message.sendId === sendId);
  if (!sent?.rendered) return undefined;
  const { text, html } = sent.rendered;
  const clean = html ? await cleanHtml(html, { showRemoteImages: showImages }) : undefined;
  return {
    text,
    remote_images: clean?.remoteImages ?? 0,
    too_large: false,
    ...(clean ? { html: clean.html } : {}),
  };
}

/** Bodies are not kept: version, variant and lead render the same text again. */
async function readSent(thread: ThreadRecord): Promise<Sent[]> {
  const { accountId, campaignId, leadId, mailboxId } = thread;
  if (campaignId === undefined || leadId === undefined) return [];
  const [campaign, lead, mailbox, enrolment] = await batchGet([
    campaignRead(accountId, campaignId),
    recipientRead(accountId, leadId, campaignId),
    mailboxRead(accountId, mailboxId),
    campaignLeadRead({ accountId, campaignId, leadId }),
  ]);
  if (!campaign) return [];
  const keys = Array.from(
    { length: enrolment ? enrolment.nextStep - 1 : campaign.stepCount },
    (_, index) => sendIdOf({ accountId, campaignId, leadId, step: index + 1 }),
  );
  const [present, ...messages] = await batchGet([
    stepsRead(accountId, campaignId, campaign.sequenceVersion),
    ...keys.map((sendId) => messageRead({ accountId, sendId })),
  ] as const);
  const sent = messages.filter((message) => message?.sentAt !== undefined) as MessageRecord[];
  const versions = await olderVersions(campaign, sent, present ?? []);
  return Promise.all(
    sent.map(async (message) => ({
      message,
      rendered: await render(message, { thread, campaign, lead, mailbox, versions }),
    })),
  );
}

/** Steps were changed after some of the mails had left: those are shown as they were. */
async function olderVersions(
  { accountId, campaignId, sequenceVersion }: CampaignRecord,
  sent: MessageRecord[],
  present: SequenceStep[],
): Promise<Map<number, SequenceStep[]>> {
  const versions = new Map([[sequenceVersion, present]]);
  for (const version of new Set(sent.map((message) => message.sequenceVersion))) {
    if (!versions.has(version)) {
      versions.set(version, await readSteps(accountId, campaignId, version));
    }
  }
  return versions;
}

type Surroundings = {
  thread: ThreadRecord;
  campaign: CampaignRecord;
  lead: Lead | undefined;
  mailbox: MailboxRecord | null | undefined;
  versions: Map<number, SequenceStep[]>;
};

async function render(
  message: MessageRecord,
  { thread, campaign, lead, mailbox, versions }: Surroundings,
): Promise<RenderedMessage | undefined> {
  const step = versions.get(message.sequenceVersion)?.[message.step - 1];
  const variant = step?.variants.find(({ letter }) => letter === message.variant);
  if (!variant || !lead) return undefined;
  const schedule = campaign.schedule as CampaignSchedule | undefined;
  return renderMessage(compileVariant(variant), {
    lead,
    sender: {
      email: thread.mailboxEmail,
      from_name: mailbox?.fromName ?? "",
      signature: mailbox?.signature ?? "",
    },
    step: message.step,
    settings: campaign.settings as CampaignSettings,
    unsubscribeUrl: "#unsubscribe",
    now: Date.parse(message.sentAt ?? message.scheduledAt),
    timezone: schedule?.timezone ?? "Etc/GMT",
  });
}
