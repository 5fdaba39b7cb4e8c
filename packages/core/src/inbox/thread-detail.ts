import { readObject } from "@thaw/data/bucket";
import { concurrently } from "@thaw/data/concurrently";
import type { AttachmentMeta } from "@thaw/mail/message/read-message";
import { sanitiseHtml } from "@thaw/mail/message/sanitise-html";
import type { CampaignSettings } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign.ts";
import { readSteps } from "../campaign/sequence.ts";
import { findRecipient } from "../lead/lead-delivery.ts";
import { findMailbox } from "../mailbox/mailbox.ts";
import { findMessages, type MessageRecord } from "../message/message-state.ts";
import { compileVariant, renderMessage } from "../message/render-message.ts";
import { sendIdOf } from "../message/send-id.ts";
import { operation } from "../operation.ts";
import type { CampaignSchedule } from "../schedule/schedule.schema.ts";
import { GetThread, ThreadDetail, type ThreadMessage } from "./inbox.schema.ts";
import { toThread } from "./thread.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { requireThread, type ThreadMessageRecord, type ThreadRecord } from "./thread-store.ts";

/** A conversation longer than this shows its newest part. */
const MOST_MESSAGES = 100;
const MOST_BODY_BYTES = 2 * 1024 * 1024;

/** A conversation with everything that was said in it: the campaign's mails, what came in, what was answered. */
export const getThread = operation({
  permission: "inbox:read",
  input: GetThread,
  output: ThreadDetail,
  async run({ accountId }, { thread_id: threadId, show_images }) {
    const thread = await requireThread(accountId, threadId);
    const [{ data }, sent] = await Promise.all([
      ThreadMessageEntity.query
        .byThread({ accountId, threadId })
        .go({ limit: MOST_MESSAGES, order: "desc" }),
      campaignMails(thread),
    ]);
    const own = await concurrently(data, 8, (record) => toMessage(record, Boolean(show_images)));
    return {
      ...toThread(thread),
      messages: [...sent, ...own].sort((a, b) => (a.at < b.at ? -1 : 1)),
    };
  },
});

async function toMessage(record: ThreadMessageRecord, showImages: boolean): Promise<ThreadMessage> {
  const body = record.bodyKey ? await readBody(record.bodyKey) : undefined;
  const clean = body?.html
    ? sanitiseHtml(body.html, { showRemoteImages: showImages })
    : { html: undefined, remoteImages: 0 };
  const attachments = (record.attachments as AttachmentMeta[] | undefined) ?? [];
  return {
    id: `${record.at}|${record.messageKey}`,
    at: record.at,
    direction: record.direction,
    from: record.from,
    to: record.to,
    subject: record.subject,
    text: record.text,
    remote_images: clean.remoteImages,
    too_large: record.tooLarge ?? false,
    attachments: attachments.map(({ fileName, contentType, sizeBytes }) => ({
      file_name: fileName,
      content_type: contentType,
      size_bytes: sizeBytes,
    })),
    ...(clean.html ? { html: clean.html } : {}),
    ...(record.kind ? { kind: record.kind } : {}),
    ...(record.status ? { status: record.status } : {}),
    ...(record.failure ? { failure: record.failure } : {}),
  };
}

async function readBody(key: string): Promise<{ text?: string; html?: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await readObject(key)) {
    size += (chunk as Buffer).length;
    if (size > MOST_BODY_BYTES) return {};
    chunks.push(chunk as Buffer);
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as { text?: string; html?: string };
}

/** What the campaign sent to the lead, rendered again: bodies are not kept. */
async function campaignMails(thread: ThreadRecord): Promise<ThreadMessage[]> {
  const { accountId, campaignId, leadId } = thread;
  if (campaignId === undefined || leadId === undefined) return [];
  const campaign = await requireCampaign(accountId, campaignId);
  const sendIds = Array.from({ length: campaign.stepCount }, (_, index) =>
    sendIdOf({ accountId, campaignId, leadId, step: index + 1 }),
  );
  const [messages, lead, mailbox] = await Promise.all([
    findMessages(sendIds.map((sendId) => ({ accountId, sendId }))),
    findRecipient(accountId, leadId),
    findMailbox(accountId, thread.mailboxId),
  ]);
  const sent = [...messages.values()].filter(({ sentAt }) => sentAt !== undefined);
  const versions = [...new Set(sent.map(({ sequenceVersion }) => sequenceVersion))];
  const steps = new Map(
    await concurrently(versions, 4, async (version) => {
      const known = await readSteps(accountId, campaignId, version);
      return [version, known] as const;
    }),
  );
  const schedule = campaign.schedule as CampaignSchedule | undefined;
  const render = (message: MessageRecord) => {
    const step = steps.get(message.sequenceVersion)?.[message.step - 1];
    const variant = step?.variants.find(({ letter }) => letter === message.variant);
    if (!variant || !lead) return undefined;
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
  };
  return sent.map((message) => {
    const rendered = render(message);
    const clean = rendered?.html ? sanitiseHtml(rendered.html) : undefined;
    return {
      id: message.sendId,
      at: message.sentAt ?? message.scheduledAt,
      direction: "out" as const,
      from: thread.mailboxEmail,
      to: thread.email,
      subject: message.subject ?? "",
      text: rendered?.text ?? "",
      remote_images: clean?.remoteImages ?? 0,
      too_large: false,
      attachments: [],
      step: message.step,
      ...(clean ? { html: clean.html } : {}),
    };
  });
}
