import {
  commit,
  commitIfExpected,
  type PendingWrite,
  TransactionRefused,
} from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { NOT_ASSIGNED, OUT_OF_OFFICE } from "../../accounts/category/category.schema.ts";
import { notFound } from "../../error.ts";
import { dropClaim, findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { REMOVAL_SHARDS, RemovalRequestEntity } from "./removal-request.entity.ts";
import { ThreadEntity, threadIds } from "./thread.entity.ts";
import { categoryBox } from "./thread-category.ts";
import { ThreadListingEntity } from "./thread-listing.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";

export type ThreadRecord = EntityItem<typeof ThreadEntity>;
export type ThreadMessageRecord = EntityItem<typeof ThreadMessageEntity>;
type ThreadKey = { accountId: number; threadId: number };
/** The part of a thread that users and emails decide; where it is listed follows from it. */
type ThreadContent = Omit<ThreadRecord, "box" | "boxAt" | "unreadBox" | "unreadAt">;
type ThreadChange = Partial<Omit<ThreadContent, "removalDueAt">> & {
  removalDueAt?: string | undefined;
};

export type NewThread = Pick<
  ThreadRecord,
  "mailboxId" | "mailboxEmail" | "email" | "name" | "subject"
> &
  Partial<Pick<ThreadRecord, "campaignId" | "leadId" | "sendId">>;

const ATTEMPTS = 8;

export const seenClaim = (accountId: number, messageKey: string) => ({
  scope: accountId,
  kind: "received-mail",
  value: messageKey,
});

const threadClaim = (accountId: number, threadKey: string) => ({
  scope: accountId,
  kind: "thread",
  value: threadKey,
});

/** Whether this mail was stored before, from whatever folder. */
export async function isStored(accountId: number, messageKey: string): Promise<boolean> {
  return (await findClaim(seenClaim(accountId, messageKey))) !== undefined;
}

export async function findThread(
  accountId: number,
  threadId: number,
): Promise<ThreadRecord | undefined> {
  const { data } = await ThreadEntity.get({ accountId, threadId }).go({ consistent: true });
  return data ?? undefined;
}

/** @throws AppError not_found */
export async function requireThread(accountId: number, threadId: number): Promise<ThreadRecord> {
  const thread = await findThread(accountId, threadId);
  if (!thread) throw notFound("conversation");
  return thread;
}

/** For a transaction: frees the key of a thread, so that another thread may have it. */
export const dropThreadKey = ({ accountId, threadKey, campaignId, leadId }: ThreadRecord) =>
  threadKey === undefined && (campaignId === undefined || leadId === undefined)
    ? []
    : [dropClaim(threadClaim(accountId, threadKey ?? `lead:${campaignId}:${leadId}`))];

/** The thread that belongs to a key, where there is one. */
export async function findThreadOf(
  accountId: number,
  threadKey: string,
): Promise<ThreadRecord | undefined> {
  const known = await findClaim(threadClaim(accountId, threadKey));
  return known ? findThread(accountId, known.ownerId) : undefined;
}

/** The thread that belongs to a key such as "lead:5:12"; made when there is none. It is in no folder until it has a mail. */
export async function threadFor(
  accountId: number,
  threadKey: string,
  make: () => NewThread,
  at: string,
): Promise<ThreadRecord> {
  const claim = threadClaim(accountId, threadKey);
  const known = await findClaim(claim);
  if (known) return requireThread(accountId, known.ownerId);
  const threadId = await threadIds.next(accountId);
  const thread = listed({
    ...make(),
    accountId,
    threadId,
    threadKey,
    snippet: "",
    lastAt: at,
    state: "automatic",
    isUnread: false,
    categoryId: NOT_ASSIGNED,
    revision: 1,
  });
  const isOurs = await commitIfExpected([
    takeClaim(claim, { accountId, ownerId: threadId }),
    ThreadEntity.create(thread),
  ]);
  return isOurs ? thread : threadFor(accountId, threadKey, make, at);
}

/**
 * Changes a thread, with every list that it is in and with other writes, all or none. `change` is asked again when someone
 * else was quicker, and gives undefined where there is nothing to do.
 *
 * @returns the thread as it is now; undefined when one of the other writes was refused
 * @throws AppError not_found
 */
export async function changeThread(
  { accountId, threadId }: ThreadKey,
  change: (thread: ThreadRecord) => ThreadChange | undefined,
  along: (thread: ThreadRecord) => PendingWrite[] = () => [],
): Promise<ThreadRecord | undefined> {
  for (let attempt = 1; ; attempt++) {
    const thread = await requireThread(accountId, threadId);
    const changes = change(thread);
    if (!changes) return thread;
    const { removalDueAt, ...changed } = { ...thread, ...changes };
    const next = listed({
      ...changed,
      ...(removalDueAt === undefined ? {} : { removalDueAt }),
      revision: thread.revision + 1,
    });
    const others = along(thread);
    try {
      await commit([
        ...others,
        ThreadEntity.put(next).where((row, op) => op.eq(row.revision, thread.revision)),
        ...listingsOf(next, thread),
      ]);
      return next;
    } catch (error) {
      if (!(error instanceof TransactionRefused) || attempt === ATTEMPTS) throw error;
      if (error.refused.some((position) => position < others.length)) return undefined;
    }
  }
}

/** The lists that a thread is in, derived from its content. */
function listed(content: ThreadContent & Partial<ThreadRecord>): ThreadRecord {
  const { box: _box, boxAt: _boxAt, unreadBox: _unread, unreadAt: _at, ...thread } = content;
  const { accountId, state, isUnread, lastAt } = thread;
  return {
    ...thread,
    box: `${accountId}.${state}`,
    boxAt: lastAt,
    ...(isUnread ? { unreadBox: `${accountId}.${unreadName(state)}`, unreadAt: lastAt } : {}),
  };
}

/** The folder Unread is the unread part of Inbox; elsewhere a thread is only shown as unread. */
const unreadName = (state: ThreadRecord["state"]) =>
  state === "inbox" ? "unread" : `unread-${state}`;

function listingsOf(thread: ThreadRecord, before: ThreadRecord): PendingWrite[] {
  const { accountId, threadId, campaignId, state, lastAt, isUnread, answeredAt } = thread;
  const key = { accountId, threadId };
  const sent = answeredAt ? { boxAt: answeredAt } : undefined;
  return [
    ...categoryListing(thread, before),
    ...reminderListings(thread, before),
    ...(sent
      ? [ThreadListingEntity.put({ ...key, ...sent, place: "sent", box: `${accountId}.sent` })]
      : []),
    ...(sent && campaignId !== undefined
      ? [
          ThreadListingEntity.put({
            ...key,
            ...sent,
            place: "sent-in-campaign",
            box: `${accountId}.${campaignId}.sent`,
          }),
        ]
      : []),
    ...(campaignId === undefined
      ? []
      : [
          ThreadListingEntity.put({
            ...key,
            place: "campaign",
            box: `${accountId}.${campaignId}.${state}`,
            boxAt: lastAt,
            ...(isUnread
              ? {
                  unreadBox: `${accountId}.${campaignId}.${unreadName(state)}`,
                  unreadAt: lastAt,
                }
              : {}),
          }),
        ]),
  ];
}

function categoryListing(thread: ThreadRecord, before: ThreadRecord): PendingWrite[] {
  const { accountId, threadId, categoryId, lastAt } = thread;
  const key = { accountId, threadId, place: "category" } as const;
  if (categoryId !== NOT_ASSIGNED) {
    const box = categoryBox(accountId, categoryId);
    return [ThreadListingEntity.put({ ...key, box, boxAt: lastAt })];
  }
  return before.categoryId === NOT_ASSIGNED ? [] : [ThreadListingEntity.delete(key)];
}

/** When the soonest reminder is due that nobody has dismissed. */
export function reminderAtOf({ reminders = [] }: Pick<ThreadRecord, "reminders">) {
  const [soonest] = [...reminders].sort();
  return soonest?.slice(0, soonest.indexOf("#"));
}

/** Listed by the soonest reminder, whatever else the thread is. */
function reminderListings(thread: ThreadRecord, before: ThreadRecord): PendingWrite[] {
  const { accountId, threadId, campaignId } = thread;
  const key = { accountId, threadId };
  const boxAt = reminderAtOf(thread);
  const listings = [
    { ...key, place: "reminders" as const, box: `${accountId}.reminders` },
    ...(campaignId === undefined
      ? []
      : [
          {
            ...key,
            place: "reminders-in-campaign" as const,
            box: `${accountId}.${campaignId}.reminders`,
          },
        ]),
  ];
  if (boxAt !== undefined) return listings.map((row) => ThreadListingEntity.put({ ...row, boxAt }));
  if (reminderAtOf(before) === undefined) return [];
  return listings.map(({ place }) => ThreadListingEntity.delete({ ...key, place }));
}

/**
 * Stores a received mail in its thread once. What a person wrote brings the thread to Inbox (Untracked without a lead),
 * unread and on top; what a machine wrote leaves it where it is.
 *
 * @returns false when the mail was stored before
 */
export async function storeInbound(
  thread: ThreadRecord,
  message: Omit<ThreadMessageRecord, "accountId" | "threadId" | "direction">,
  top: { snippet: string; references: string[]; fromName: string; removalDueAt?: string },
): Promise<boolean> {
  const { accountId, threadId } = thread;
  const isHuman = message.kind === "human";
  const isReport = message.kind === "bounce" || message.kind === "complaint";
  const { removalDueAt: dueAt } = top;
  const stored = await changeThread(
    thread,
    (before) => ({
      ...(message.at >= before.lastAt
        ? {
            snippet: top.snippet,
            lastAt: message.at,
            // Nobody answers a report; an answer goes on with what was said before it.
            ...(isReport || !message.messageId
              ? {}
              : { lastMessageId: message.messageId, references: top.references }),
          }
        : {}),
      ...(isHuman
        ? {
            state: before.campaignId === undefined ? ("untracked" as const) : ("inbox" as const),
            isUnread: true,
            email: message.from,
            name: top.fromName,
          }
        : {}),
      ...(dueAt ? { removalDueAt: dueAt } : {}),
      ...(message.kind === "out-of-office" && before.categoryId === NOT_ASSIGNED
        ? { categoryId: OUT_OF_OFFICE, categoryBy: 0, categoryAt: message.at }
        : {}),
    }),
    () => [
      takeClaim(seenClaim(accountId, message.messageKey), { accountId, ownerId: threadId }),
      ThreadMessageEntity.create({ ...message, accountId, threadId, direction: "in" }),
      ...awaitRemoval(thread, dueAt),
    ],
  );
  return stored !== undefined;
}

/** Schedules a request to get no more email for `dueAt`. */
function awaitRemoval({ accountId, threadId }: ThreadKey, dueAt?: string): PendingWrite[] {
  const removalShard = threadId % REMOVAL_SHARDS;
  return dueAt ? [RemovalRequestEntity.put({ accountId, threadId, removalShard, dueAt })] : [];
}
