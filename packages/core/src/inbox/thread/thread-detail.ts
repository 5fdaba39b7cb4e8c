import type { AttachmentMeta } from "@thaw/mail/message/read-message";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { readStoredFor } from "../../read-stored.ts";
import { findCampaignMail, listCampaignMails } from "./campaign-mail.ts";
import { cleanHtml } from "./clean-html.ts";
import { readBody } from "./mail-body.ts";
import {
  GetMessage,
  GetThread,
  ThreadDetail,
  type ThreadMessage,
  WholeMessage,
} from "./thread.schema.ts";
import { toThread } from "./thread.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { withPeople } from "./thread-people.ts";
import { requireThread, type ThreadMessageRecord } from "./thread-store.ts";

/** A conversation with everything that was said in it: the campaign's mails, what came in, what was answered. */
export const getThread = operation({
  permission: "inbox:read",
  input: GetThread,
  output: ThreadDetail,
  async run(actor, { thread_id: threadId, limit }) {
    const { accountId } = actor;
    const thread = await requireThread(accountId, threadId);
    const [{ data }, sent, [shown = toThread(thread)]] = await Promise.all([
      ThreadMessageEntity.query
        .byThread({ accountId, threadId })
        .go({ limit: limit + 1, order: "desc" }),
      listCampaignMails(thread),
      withPeople(actor, [toThread(thread)]),
    ]);
    const newest = data.slice(0, limit);
    const messages = [...sent, ...newest.toReversed().map((record) => toMessage(actor, record))];
    return {
      ...shown,
      messages: messages.sort(inOrder),
      is_cut: data.length > newest.length,
      ...(thread.removalDueAt ? { removal_due_at: thread.removalDueAt } : {}),
    };
  },
});

/** One message as it was written, with its quotes and its HTML made safe. */
export const getThreadMessage = operation({
  permission: "inbox:read",
  input: GetMessage,
  output: WholeMessage,
  async run({ accountId }, { thread_id: threadId, message_id, show_images }) {
    const thread = await requireThread(accountId, threadId);
    const [at = "", messageKey] = message_id.split("|");
    const showImages = Boolean(show_images);
    if (messageKey === undefined) {
      const mail = await findCampaignMail(thread, message_id, showImages);
      if (!mail) throw notFound("message");
      return mail;
    }
    const { data } = await ThreadMessageEntity.get({ accountId, threadId, at, messageKey }).go();
    if (!data) throw notFound("message");
    return toWhole(data, showImages);
  },
});

const inOrder = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);

function toMessage(actor: Actor, record: ThreadMessageRecord): ThreadMessage {
  const attachments = (record.attachments as AttachmentMeta[] | undefined) ?? [];
  return {
    id: `${record.at}|${record.messageKey}`,
    at: record.at,
    direction: record.direction,
    from: record.from,
    to: record.to,
    subject: record.subject,
    text: record.text,
    has_whole: record.hasWhole ?? false,
    // Emails that were stored before this was noted: the user who opens one sees for themselves.
    is_shortened: record.isShortened ?? record.hasWhole ?? false,
    too_large: record.tooLarge ?? false,
    attachments: attachments.map(({ fileName, contentType, sizeBytes }) => ({
      file_name: fileName,
      content_type: contentType,
      size_bytes: sizeBytes,
    })),
    ...(record.kind ? { kind: record.kind } : {}),
    ...(record.status ? { status: record.status } : {}),
    ...readStoredFor(actor, "failure", record.failure),
    ...(record.leavesAt && record.status === "SCHEDULED" ? { leaves_at: record.leavesAt } : {}),
  };
}

async function toWhole(record: ThreadMessageRecord, showImages: boolean): Promise<WholeMessage> {
  const { text, html } = record.bodyKey ? await readBody(record.bodyKey) : { text: record.text };
  const clean = html ? await cleanHtml(html, { showRemoteImages: showImages }) : undefined;
  return {
    text,
    remote_images: clean?.remoteImages ?? 0,
    too_large: record.tooLarge ?? false,
    ...(clean ? { html: clean.html } : {}),
  };
}
