import { writeIfExpected } from "@thaw/data/condition";
import * as v from "valibot";
import { blockLead } from "../campaign-lead/campaign-lead.ts";
import { nowIso } from "../clock.ts";
import { appendEvent } from "../event/event.ts";
import { operation } from "../operation.ts";
import { pageOf } from "../page.schema.ts";
import { suppress } from "../suppression/suppression.ts";
import {
  CATEGORIES,
  DO_NOT_CONTACT,
  ListThreads,
  MarkThread,
  SetCategory,
  Thread,
} from "./inbox.schema.ts";
import { ThreadEntity } from "./thread.entity.ts";
import { requireThread, type ThreadRecord } from "./thread-store.ts";

/** What the badge counts to; beyond it reads "99+". */
const MOST_COUNTED = 100;

export function toThread(record: ThreadRecord): Thread {
  return {
    id: record.threadId,
    mailbox_id: record.mailboxId,
    mailbox_email: record.mailboxEmail,
    email: record.email,
    name: record.name,
    subject: record.subject,
    snippet: record.snippet,
    last_at: record.lastAt,
    is_unread: record.unreadBox !== undefined,
    is_archived: record.isArchived,
    category_id: record.categoryId,
    ...(record.campaignId === undefined ? {} : { campaign_id: record.campaignId }),
    ...(record.leadId === undefined ? {} : { lead_id: record.leadId }),
  };
}

/** Conversations of a folder, newest first: one index query and one batch read. */
export const listThreads = operation({
  permission: "inbox:read",
  input: ListThreads,
  output: pageOf(Thread),
  async run({ accountId }, { folder, campaign_id, limit, cursor }) {
    const page = { count: limit, cursor: cursor ?? null, order: "desc", hydrate: true } as const;
    const { data, cursor: next } =
      folder === "unread"
        ? await ThreadEntity.query.byUnread({ unreadBox: `${accountId}.unread` }).go(page)
        : await ThreadEntity.query.byBox({ box: `${accountId}.${folder}` }).go(page);
    const shown = data
      .filter((thread) => campaign_id === undefined || thread.campaignId === campaign_id)
      .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1));
    return { items: shown.map(toThread), cursor: next };
  },
});

export const countUnread = operation({
  permission: "inbox:read",
  input: v.object({}),
  output: v.object({ unread: v.number(), more: v.boolean() }),
  async run({ accountId }) {
    const { data, cursor } = await ThreadEntity.query
      .byUnread({ unreadBox: `${accountId}.unread` })
      .go({ limit: MOST_COUNTED, data: "raw" });
    const { Items = [] } = data as { Items?: unknown[] };
    return { unread: Items.length, more: cursor !== null };
  },
});

export const markThread = operation({
  permission: "inbox:reply",
  input: MarkThread,
  output: Thread,
  async run({ accountId }, { thread_id: threadId, mark }) {
    const thread = await requireThread(accountId, threadId);
    const change = ThreadEntity.patch({ accountId, threadId });
    if (mark === "read") await change.remove(["unreadBox", "unreadAt"]).go();
    else if (mark === "unread") {
      await change.set({ unreadBox: `${accountId}.unread`, unreadAt: thread.lastAt }).go();
    } else {
      const isArchived = mark === "archive";
      const box = `${accountId}.${isArchived ? "archived" : "inbox"}`;
      await change.set({ isArchived, box, boxAt: thread.lastAt }).go();
    }
    return toThread(await requireThread(accountId, threadId));
  },
});

/** Sets the category by hand. "Do Not Contact" also blocks the person everywhere in the account (D9). */
export const setCategory = operation({
  permission: "inbox:reply",
  input: SetCategory,
  output: Thread,
  async run({ accountId, userId }, { thread_id: threadId, category_id: categoryId }) {
    const thread = await requireThread(accountId, threadId);
    const changed = await writeIfExpected(
      ThreadEntity.patch({ accountId, threadId })
        .set({ categoryId })
        .where((row, op) => op.ne(row.categoryId, categoryId)),
    );
    const { campaignId, leadId } = thread;
    if (changed && campaignId !== undefined && leadId !== undefined) {
      const sentiment = CATEGORIES.find(({ id }) => id === categoryId)?.sentiment;
      const event = { accountId, campaignId, leadId, at: nowIso(), actorId: userId };
      await appendEvent({
        ...event,
        kind: "categorised",
        key: `${threadId}`,
        detail: `${thread.categoryId} ${categoryId} ${sentiment}`,
      });
      if (categoryId === DO_NOT_CONTACT) {
        await suppress(accountId, thread.email, {
          source: "category",
          createdBy: userId,
          campaignId,
        });
        if (await blockLead({ accountId, campaignId, leadId }, userId)) {
          await appendEvent({ ...event, kind: "lead-finished", key: `${leadId}|category` });
        }
      }
    }
    return toThread({ ...thread, categoryId });
  },
});
