import { pageOptions } from "@thaw/data/page-options";
import * as v from "valibot";
import { DO_NOT_CONTACT } from "../../accounts/category/category.schema.ts";
import { requireShownCategory } from "../../accounts/category/require-shown.ts";
import { changedMeanwhile } from "../../error.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { visibilityOfLeads } from "../../leads/lead/visible-leads.ts";
import { originOfEntry } from "../../leads/suppression/entry-list.ts";
import { operation } from "../../operation.ts";
import { directionOf, pageOf } from "../../page.schema.ts";
import { assignCategory, blockPerson } from "../categorisation/assign-category.ts";
import { ThreadEntity } from "./thread.entity.ts";
import { type Folder, ListThreads, MarkThread, SetCategory, Thread } from "./thread.schema.ts";
import { ThreadListingEntity } from "./thread-listing.entity.ts";
import { withPeople } from "./thread-people.ts";
import { changeThread, reminderAtOf, requireThread, type ThreadRecord } from "./thread-store.ts";
import { threadVisibility } from "./visible-threads.ts";

/** What the badge counts to; beyond it reads "99+". */
const MOST_COUNTED = 100;
/** At most so many reads of the index look for visible conversations. */
const MOST_TURNS = 5;

export function toThread(record: ThreadRecord): Thread {
  const reminderAt = reminderAtOf(record);
  return {
    id: record.threadId,
    mailbox_id: record.mailboxId,
    mailbox_email: record.mailboxEmail,
    email: record.email,
    name: record.name,
    subject: record.subject,
    snippet: record.snippet,
    last_at: record.lastAt,
    is_unread: record.isUnread,
    state: record.state,
    category_id: record.categoryId,
    ...(record.categoryBy ? { category_by: record.categoryBy } : {}),
    ...(reminderAt === undefined ? {} : { reminder_at: reminderAt }),
    ...(record.campaignId === undefined ? {} : { campaign_id: record.campaignId }),
    ...(record.leadId === undefined ? {} : { lead_id: record.leadId }),
  };
}

type Listing = { limit: number; cursor: string | null };
/** From the newest on. */
type Ordered = Listing & { order?: "newest" | "oldest" };
type Listed = { items: ThreadRecord[]; cursor: string | null };

/** Folders that are not a state of a thread. */
const OTHER_LISTS: ReadonlySet<Folder> = new Set<Folder>(["sent", "reminders"]);

/** Conversations of a folder, newest first, by reminder the soonest first: an index query and three batch reads; one read more in a campaign, in Sent and in Reminders. */
export const listThreads = operation({
  permission: "inbox:read",
  input: ListThreads,
  output: pageOf(Thread),
  async run({ accountId, scope }, { folder, campaign_id, limit, cursor, order }) {
    const list = campaign_id === undefined ? `${accountId}` : `${accountId}.${campaign_id}`;
    const isOwnIndex = campaign_id === undefined && !OTHER_LISTS.has(folder);
    const read = (listing: Listing) =>
      isOwnIndex
        ? listFolder(list, folder, { ...listing, order })
        : listListings(accountId, { list, folder }, { ...listing, order });
    const isVisible = await threadVisibility(accountId, scope);
    const page = await readPage({ limit, cursor: cursor ?? null }, read, isVisible);
    const items = await withPeople({ accountId, scope }, page.items.map(toThread));
    return { items, cursor: page.cursor };
  },
});

/** Where some conversations are not visible a page may hold fewer than `limit`, or none, and still have a cursor. */
async function readPage(
  { limit, cursor }: Listing,
  read: (listing: Listing) => Promise<Listed>,
  isVisible: (thread: ThreadRecord) => boolean,
): Promise<Listed> {
  const items: ThreadRecord[] = [];
  let at = cursor;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    // No more than there is room for: the cursor is where the page ends.
    const page = await read({ limit: limit - items.length, cursor: at });
    items.push(...page.items.filter(isVisible));
    at = page.cursor;
    if (at === null || items.length === limit) break;
  }
  return { items, cursor: at };
}

const optionsOf = ({ limit, cursor, order = "newest" }: Ordered) =>
  ({ ...pageOptions(limit), cursor, order: directionOf(order), hydrate: true }) as const;

async function listFolder(list: string, folder: Folder, listing: Ordered): Promise<Listed> {
  const box = `${list}.${folder}`;
  const { data, cursor } =
    folder === "unread"
      ? await ThreadEntity.query.byUnread({ unreadBox: box }).go(optionsOf(listing))
      : await ThreadEntity.query.byBox({ box }).go(optionsOf(listing));
  // The index lags behind: what has just left the folder is not shown in it.
  const items = data.filter(
    (thread) => (folder === "unread" ? thread.unreadBox : thread.box) === box,
  );
  items.sort((a, b) => newestFirst(a.boxAt, b.boxAt));
  return { items: listing.order === "oldest" ? items.toReversed() : items, cursor };
}

async function listListings(
  accountId: number,
  { list, folder }: { list: string; folder: Folder },
  listing: Ordered,
): Promise<Listed> {
  const box = `${list}.${folder}`;
  const isLatestFirst = (folder === "reminders") === (listing.order === "oldest");
  const options = { ...optionsOf(listing), order: isLatestFirst ? "desc" : "asc" } as const;
  const { data, cursor } =
    folder === "unread"
      ? await ThreadListingEntity.query.byUnread({ unreadBox: box }).go(options)
      : await ThreadListingEntity.query.byBox({ box }).go(options);
  const listings = data
    .filter((row) => (folder === "unread" ? row.unreadBox : row.box) === box)
    .sort((a, b) => newestFirst(a.boxAt, b.boxAt));
  if (!isLatestFirst) listings.reverse();
  if (listings.length === 0) return { items: [], cursor };
  const { data: threads } = await ThreadEntity.get(
    listings.map(({ threadId }) => ({ accountId, threadId })),
  ).go();
  const byId = new Map(threads.map((thread) => [thread.threadId, thread]));
  return { items: listings.flatMap(({ threadId }) => byId.get(threadId) ?? []), cursor };
}

const newestFirst = (a: string, b: string) => (a < b ? 1 : -1);

export const countUnread = operation({
  permission: "inbox:read",
  input: v.object({}),
  output: v.object({ unread: v.number(), more: v.boolean() }),
  async run({ accountId, scope }) {
    if (scope.kind !== "all") return countVisibleUnread(accountId, scope);
    const { data, cursor } = await ThreadEntity.query
      .byUnread({ unreadBox: `${accountId}.unread` })
      .go({ limit: MOST_COUNTED, data: "raw" });
    const { Items = [] } = data as { Items?: unknown[] };
    return { unread: Items.length, more: cursor !== null };
  },
});

/** Whose they are is not in the index: they are read. */
async function countVisibleUnread(accountId: number, scope: Scope) {
  const isVisible = await threadVisibility(accountId, scope);
  const { items, cursor } = await readPage(
    { limit: MOST_COUNTED, cursor: null },
    (listing) => listFolder(`${accountId}`, "unread", listing),
    isVisible,
  );
  return { unread: items.length, more: cursor !== null };
}

export const markThread = operation({
  permission: "inbox:reply",
  input: MarkThread,
  output: Thread,
  async run({ accountId }, { thread_id: threadId, mark, seen_at }) {
    const changed = await changeThread({ accountId, threadId }, (thread) => {
      switch (mark) {
        case "read":
          // Something arrived since the reader looked.
          if (!thread.isUnread || (seen_at && seen_at < thread.lastAt)) return undefined;
          return { isUnread: false };
        case "unread":
          return thread.isUnread ? undefined : { isUnread: true };
        case "archive":
          return thread.state === "archived" ? undefined : { state: "archived" };
        case "unarchive":
          return thread.state === "archived" ? { state: stateOf(thread) } : undefined;
        default:
          return mark satisfies never;
      }
    });
    return toThread(changed ?? (await requireThread(accountId, threadId)));
  },
});

const stateOf = ({ campaignId }: ThreadRecord) =>
  campaignId === undefined ? ("untracked" as const) : ("inbox" as const);

/**
 * Sets the category by hand. "Do Not Contact" also blocks the person everywhere in the account (D9), or in the campaigns of the
 * client whose user says so.
 */
export const setCategory = operation({
  permission: "inbox:reply",
  input: SetCategory,
  output: Thread,
  async run(actor, { thread_id: threadId, category_id: categoryId }) {
    const { accountId, userId, scope } = actor;
    requireShownCategory(scope, categoryId);
    const thread = await requireThread(accountId, threadId);
    if (categoryId === DO_NOT_CONTACT) {
      await blockPerson(thread, await originOfEntry(actor, undefined, "category"));
    }
    const { leadId = 0 } = thread;
    const { whole } = await visibilityOfLeads(accountId, scope, [leadId]);
    const choice = { categoryId, by: userId, keepsLead: !whole.has(leadId) };
    const result = await assignCategory({ accountId, threadId }, choice);
    const after = await requireThread(accountId, threadId);
    if (result === "refused" && after.categoryId !== categoryId) {
      throw changedMeanwhile();
    }
    return toThread(after);
  },
});
