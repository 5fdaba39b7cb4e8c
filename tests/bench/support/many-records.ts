import { ActivityEntity } from "@thaw/core/accounts/activity-log/activity-log.entity";
import type { Actor } from "@thaw/core/actor";
import { enrolInCampaign } from "@thaw/core/campaigns/campaign-lead/campaign-lead";
import { toIso } from "@thaw/core/clock";
import { TaskEntity } from "@thaw/core/inbox/task/task.entity";
import { listKey } from "@thaw/core/inbox/task/task-record";
import { ThreadEntity } from "@thaw/core/inbox/thread/thread.entity";
import { ThreadMessageEntity } from "@thaw/core/inbox/thread/thread-message.entity";
import { readLeadImage } from "@thaw/core/leads/lead/lead-image";
import { storeLead } from "@thaw/core/leads/lead/lead-record";
import { indexLeads } from "@thaw/core/leads/lead-search/index-leads";
import { SuppressionEntity } from "@thaw/core/leads/suppression/suppression.entity";
import { eventItem } from "@thaw/core/reporting/event/event";
import { batchWrite, type PendingPut } from "@thaw/data/batch-write";
import { concurrently } from "@thaw/data/concurrently";

const WIDTH = 8;
const BATCH = 250;
/** So far apart are the records of a list. */
const STEP_MS = 20_000;
const MESSAGES = 200;

type Where = { actor: Actor; campaignId: number; at: number };

/** Fills every list of an account with so many records, as the features that own them store them; one thread is long. */
export async function fillLists(where: Where, rows: number): Promise<void> {
  await putAll(rows, (index) => leadOf(where, index), indexThem);
  for (const kind of [threadOf, entryOf, taskOf, activityOf, eventOf]) {
    await putAll(rows, (index) => kind(where, index));
  }
  await putAll(MESSAGES, (index) => messageOf(where, index));
}

/** What the table's stream would have done. */
function indexThem(puts: readonly PendingPut[]): Promise<void> {
  const items = puts.map((put) => (put.params() as { Item: Record<string, unknown> }).Item);
  const leads = items.filter(({ __edb_e__: entity }) => entity === "lead");
  return indexLeads(leads.map((item) => ({ before: undefined, after: readLeadImage(item) })));
}

async function putAll(
  rows: number,
  make: (index: number) => PendingPut[],
  afterwards?: (puts: readonly PendingPut[]) => Promise<void>,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(rows / BATCH) }, (_, part) => part * BATCH);
  await concurrently(starts, WIDTH, async (start) => {
    const indexes = Array.from({ length: Math.min(BATCH, rows - start) }, (_, at) => start + at);
    const puts = indexes.flatMap(make);
    await batchWrite(puts);
    await afterwards?.(puts);
  });
}

/** Beyond the ids that the world took. */
const idOf = (index: number) => 1_000 + index;
const timeOf = ({ at }: Where, index: number) => toIso(at - (index + 1) * STEP_MS);
const emailOf = (index: number) => `lee${index}@prospect${index % 997}.example`;

function leadOf(where: Where, index: number): PendingPut[] {
  const { campaignId, actor } = where;
  const key = { accountId: actor.accountId, campaignId, leadId: idOf(index) };
  const details = { email: emailOf(index), first_name: `Lee${index}`, company_name: "Prospect" };
  const at = timeOf(where, index);
  return [...storeLead({ ...key, details, at }), enrolInCampaign({ ...key, enrolledAt: at })];
}

function threadOf(where: Where, index: number): PendingPut[] {
  const { accountId } = where.actor;
  const lastAt = timeOf(where, index);
  const isUnread = index % 10 === 0;
  const threadId = idOf(index);
  const thread = {
    accountId,
    threadId,
    mailboxId: 1,
    mailboxEmail: "sender@sender.example",
    campaignId: where.campaignId,
    leadId: threadId,
    email: emailOf(index),
    name: `Lee${index}`,
    subject: "Re: Hello",
    snippet: "Thank you, that sounds interesting. Could you send me some more?",
    lastAt,
    state: "inbox" as const,
    isUnread,
    categoryId: 1,
    revision: 1,
    box: `${accountId}.inbox`,
    boxAt: lastAt,
    ...(isUnread ? { unreadBox: `${accountId}.unread`, unreadAt: lastAt } : {}),
  };
  return [ThreadEntity.put(thread)];
}

function messageOf(where: Where, index: number): PendingPut[] {
  const message = {
    accountId: where.actor.accountId,
    threadId: idOf(0),
    at: timeOf(where, index),
    messageKey: `message-${index}`,
    direction: index % 2 ? ("out" as const) : ("in" as const),
    from: emailOf(0),
    to: "sender@sender.example",
    subject: "Re: Hello",
    text: "Thank you, that sounds interesting. ".repeat(20),
  };
  return [ThreadMessageEntity.put(message)];
}

function entryOf(where: Where, index: number): PendingPut[] {
  const entry = {
    accountId: where.actor.accountId,
    clientId: 0,
    value: `blocked${index}@nobody.example`,
    source: "manual" as const,
    createdAt: timeOf(where, index),
    createdBy: where.actor.userId,
  };
  return [SuppressionEntity.put(entry)];
}

function taskOf(where: Where, index: number): PendingPut[] {
  const { accountId, userId } = where.actor;
  const task = { accountId, taskId: idOf(index), dueAt: timeOf(where, index), leadId: idOf(index) };
  const listedAt = listKey(task);
  const whole = {
    ...task,
    title: "Call back",
    description: "",
    priority: "high" as const,
    status: "CREATED" as const,
    assigneeId: userId,
    createdBy: userId,
    createdAt: timeOf(where, index),
    revision: 1,
    list: `${accountId}.CREATED.high`,
    listedAt,
    ownList: `${accountId}.${userId}.CREATED.high`,
    ownListedAt: listedAt,
  };
  return [TaskEntity.put(whole)];
}

function activityOf(where: Where, index: number): PendingPut[] {
  const act = {
    accountId: where.actor.accountId,
    at: timeOf(where, index),
    activityId: `a${index}`,
    kind: "login" as const,
    action: "logged_in" as const,
    actorId: where.actor.userId,
    target: "",
    ip: "192.0.2.1",
    ttl: Math.ceil(where.at / 1000) + 86_400 * 365,
  };
  return [ActivityEntity.put(act)];
}

function eventOf(where: Where, index: number): PendingPut[] {
  const event = {
    accountId: where.actor.accountId,
    campaignId: where.campaignId,
    leadId: idOf(index),
    kind: "sent" as const,
    step: 1,
    variant: "A",
    mailboxId: 1,
    at: toIso(where.at - (index + 1)),
    key: `event-${index}`,
  };
  return [eventItem(event)];
}
