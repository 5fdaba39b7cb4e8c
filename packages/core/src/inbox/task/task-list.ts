import { mergeShards } from "@thaw/data/merge-shards";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import { foreignCursor } from "../../cursor.ts";
import { userOf } from "../../kernel/access/scope.ts";
import { LeadId } from "../../leads/lead/lead.schema.ts";
import { requireLead } from "../../leads/lead/lead.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { seeLeads } from "../../leads/lead/see-leads.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { LeadTaskEntity } from "./lead-task.entity.ts";
import { TaskEntity } from "./task.entity.ts";
import {
  ListedTask,
  ListTasks,
  TASK_PRIORITIES,
  type TaskPriority,
  type TaskStatus,
} from "./task.schema.ts";
import { countTasks } from "./task-count.ts";
import { listKey, type TaskRecord, toTask } from "./task-record.ts";
import { taskVisibility } from "./visible-tasks.ts";

/** Of one lead; older ones are in the list of tasks. */
const MOST_OF_A_LEAD = 100;

type Walk = { from: string; to: string; isSoonestFirst: boolean; limit: number };

/**
 * Tasks by when they are due: an index query for each status and priority that is asked for, and a batch read. The total is
 * given unless the list is narrowed by time.
 */
export const listTasks = operation({
  permission: "inbox:read",
  input: ListTasks,
  output: pageOf(ListedTask),
  async run(actor, { scope: whose, limit, cursor, status, priority, ...filters }) {
    const { accountId, scope } = actor;
    const assigneeId = filters.assignee_id ?? (whose === "own" ? selfOf(actor) : undefined);
    const kinds = { statuses: status, priorities: priority };
    const owner = assigneeId === undefined ? `${accountId}` : `${accountId}.${assigneeId}`;
    const lists = listsOf(owner, kinds);
    const isSoonestFirst = filters.order === "soonest";
    // A key is longer than the instant it begins with, so that the range holds its first instant and not its last.
    const range = { from: filters.due_from ?? "0", to: filters.due_before ?? "~" };
    const walk = { ...after(range, cursor, isSoonestFirst), isSoonestFirst, limit: limit + 1 };
    const isInRange = (filters.due_from ?? filters.due_before) !== undefined;
    const isNarrowed = isInRange || !isAllVisible(actor, assigneeId);
    const [keys, total] = await Promise.all([
      walkLists(lists, assigneeId !== undefined, walk),
      isNarrowed ? undefined : countTasks({ accountId, assigneeId }, kinds),
    ]);
    const shown = keys.slice(0, limit);
    const tasks = await readTasks(accountId, shown.map(idOf));
    return {
      items: await describe(actor, await taskVisibility(accountId, scope, tasks)),
      cursor: keys.length > limit ? (shown.at(-1) ?? null) : null,
      ...(total === undefined ? {} : { total }),
    };
  },
});

const isAllVisible = (actor: Actor, assigneeId: number | undefined) =>
  actor.scope.kind === "all" || assigneeId === selfOf(actor);

/** The user whose tasks "own" means: a member of the agency who views the product as a client sees the client's. */
const selfOf = ({ scope, userId }: Actor) => userOf(scope) ?? userId;

/** What the navigation counts: one's own tasks that are still to be done. */
export const countOpenTasks = operation({
  permission: "inbox:read",
  input: v.object({}),
  output: v.object({ open: v.number() }),
  async run(actor) {
    const kinds = { statuses: ["CREATED"], priorities: TASK_PRIORITIES } as const;
    const { accountId } = actor;
    return { open: await countTasks({ accountId, assigneeId: selfOf(actor) }, kinds) };
  },
});

/** The tasks of one lead: what is to be done first, soonest first, then what was done, latest first. */
export const listLeadTasks = operation({
  permission: "inbox:read",
  input: LeadId,
  output: v.object({
    items: v.array(ListedTask),
    cursor: v.null(),
    /** There are more than are listed. */
    is_cut: v.boolean(),
  }),
  async run(actor, { lead_id: leadId }) {
    const { accountId } = actor;
    await requireLead(accountId, leadId);
    const { data } = await LeadTaskEntity.query
      .byLead({ accountId, leadId })
      // Those of deleted tasks sort before it.
      .gte({ place: "step." })
      .go({ limit: MOST_OF_A_LEAD + 1, order: "desc", consistent: true });
    const listed = data.slice(0, MOST_OF_A_LEAD);
    const all = await readTasks(
      accountId,
      listed.map(({ taskId }) => taskId),
    );
    const tasks = await taskVisibility(accountId, actor.scope, all);
    const open = tasks.filter(({ status }) => status === "CREATED").sort(soonestFirst);
    const done = tasks.filter(({ status }) => status === "COMPLETED").sort(soonestFirst);
    return {
      items: await describe(actor, [...open, ...done.toReversed()]),
      cursor: null,
      is_cut: data.length > listed.length,
    };
  },
});

type Kinds = { statuses: readonly TaskStatus[]; priorities: readonly TaskPriority[] };

const listsOf = (owner: string, { statuses, priorities }: Kinds) =>
  statuses.flatMap((status) => priorities.map((priority) => `${owner}.${status}.${priority}`));

/** The part of a range that is left; "~" sorts after every key. */
function after(
  range: { from: string; to: string },
  cursor: string | null | undefined,
  isSoonestFirst: boolean,
) {
  if (!cursor) return range;
  if (!CURSOR.test(cursor)) throw foreignCursor();
  return isSoonestFirst ? { ...range, from: `${cursor}~` } : { ...range, to: before(cursor) };
}

const before = (key: string) =>
  listKey({ dueAt: key.slice(0, key.indexOf("#")), taskId: idOf(key) - 1 });

async function walkLists(lists: readonly string[], isOwn: boolean, walk: Walk): Promise<string[]> {
  const { limit, isSoonestFirst } = walk;
  return mergeShards<string>({
    shards: lists.length,
    limit,
    compare: (one, other) => (one < other === isSoonestFirst ? -1 : 1),
    read: (shard, last, count) => {
      const rest = last ? { ...walk, ...after(walk, last, isSoonestFirst) } : walk;
      return readKeys(lists[shard] ?? "", isOwn, { ...rest, limit: count });
    },
  });
}

async function readKeys(list: string, isOwn: boolean, walk: Walk): Promise<string[]> {
  if (walk.from > walk.to) return [];
  const query = isOwn
    ? TaskEntity.query
        .byOwnList({ ownList: list })
        .between({ ownListedAt: walk.from }, { ownListedAt: walk.to })
    : TaskEntity.query.byList({ list }).between({ listedAt: walk.from }, { listedAt: walk.to });
  const { data } = await query.go({
    limit: walk.limit,
    order: walk.isSoonestFirst ? "asc" : "desc",
    // The index holds keys alone, which carry no mark of the entity.
    data: "raw",
    ignoreOwnership: true,
  });
  const { Items = [] } = data as { Items?: { gsi1sk?: string; gsi2sk?: string }[] };
  return Items.flatMap((item) => readKey((isOwn ? item.gsi2sk : item.gsi1sk) ?? "") ?? []);
}

const CURSOR = /^[^_#]+#\d{12}$/;
const KEY = /_([^_#]+#\d{12})$/;

/** Keys are lower case; instants are written with capitals everywhere else. */
const readKey = (key: string) => KEY.exec(key)?.[1]?.toUpperCase();
const idOf = (key: string) => Number(key.slice(key.indexOf("#") + 1));

/** In the order asked. The index lags behind: what is gone is left out. */
async function readTasks(accountId: number, ids: readonly number[]): Promise<TaskRecord[]> {
  if (ids.length === 0) return [];
  const { data } = await TaskEntity.get(ids.map((taskId) => ({ accountId, taskId }))).go({
    preserveBatchOrder: true,
    consistent: true,
  });
  return data.flatMap((task) => (task && task.deletedAt === undefined ? [task] : []));
}

const soonestFirst = (one: TaskRecord, other: TaskRecord) =>
  listKey(one) < listKey(other) ? -1 : 1;

/** With the names of the leads and campaigns: two batch reads. */
async function describe(
  actor: Actor,
  tasks: readonly TaskRecord[],
): Promise<v.InferOutput<typeof ListedTask>[]> {
  const { accountId, scope } = actor;
  const campaignIds = new Set(tasks.flatMap(({ campaignId }) => campaignId ?? []));
  const [leads, campaigns] = await Promise.all([
    findLeads(accountId, [...new Set(tasks.map(({ leadId }) => leadId))]),
    findCampaigns(accountId, [...campaignIds]),
  ]);
  const seen = await seeLeads(accountId, scope, [...leads.values()]);
  const people = new Map(seen.map((lead) => [lead.leadId, lead]));
  const names = new Map(campaigns.map(({ campaignId, name }) => [campaignId, name]));
  return tasks.map((task) => {
    const lead = people.get(task.leadId);
    const campaignName = names.get(task.campaignId ?? 0);
    const leadName = [lead?.first_name, lead?.last_name].filter(Boolean).join(" ");
    return {
      ...toTask(actor, task),
      lead_name: leadName,
      lead_email: lead?.email ?? "",
      ...(campaignName === undefined ? {} : { campaign_name: campaignName }),
    };
  });
}
