import { pageOptions } from "@thaw/data/page-options";
import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import { now, nowIso, toIso } from "../../clock.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import { requireLead } from "../../leads/lead/lead.ts";
import { requireLeadInUse } from "../../leads/lead/lead-record.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { requireRoomForReminder } from "../thread/thread-reminders.ts";
import { requireThread } from "../thread/thread-store.ts";
import { ReminderEntity, reminderIds } from "./reminder.entity.ts";
import {
  CreateReminder,
  ListReminders,
  Reminder,
  ReminderId,
  SaveReminder,
  UpdateReminder,
} from "./reminder.schema.ts";
import {
  listOf,
  requireReminder,
  scheduled,
  threadToRaise,
  toReminder,
  writeWithoutThread,
  writeWithThread,
} from "./reminder-record.ts";
import { reminderVisibility } from "./visible-reminders.ts";

/** A lead's reminders, soonest first unless asked otherwise. */
export const listReminders = operation({
  permission: "inbox:read",
  input: ListReminders,
  output: pageOf(Reminder),
  async run({ accountId, scope }, { lead_id: leadId, limit, cursor, order }) {
    await requireLead(accountId, leadId);
    const list = listOf(accountId, leadId);
    const page = await ReminderEntity.query.byLead({ list }).go({
      ...pageOptions(limit),
      cursor: cursor ?? null,
      order: order === "soonest" ? "asc" : "desc",
      hydrate: true,
    });
    const seen = await reminderVisibility(accountId, scope, page.data);
    const items = seen.sort(soonestFirst).map(toReminder);
    return { items: order === "soonest" ? items : items.toReversed(), cursor: page.cursor };
  },
});

type Listed = { listedAt: string; reminderId: number };
const soonestFirst = (a: Listed, b: Listed) =>
  a.listedAt.localeCompare(b.listedAt, "en") || a.reminderId - b.reminderId;

/** @throws AppError not_found for the lead or the conversation, invalid for a time that is over */
export const createReminder = operation({
  permission: "inbox:reply",
  input: CreateReminder,
  output: Reminder,
  async run(actor, { lead_id: leadId, thread_id, note = "", due_at, only_if_no_reply }) {
    const { accountId, userId, scope } = actor;
    requireFuture(due_at);
    const lead = await requireLead(accountId, leadId);
    const campaigns = await visibleCampaigns(accountId, scope, [...(lead.campaignIds ?? [])]);
    const thread = await (thread_id === undefined
      ? threadToRaise(accountId, leadId, campaigns)
      : requireThreadOfLead(accountId, thread_id, leadId));
    if (thread) requireRoomForReminder(thread);
    const key = { accountId, leadId, reminderId: await reminderIds.next(accountId) };
    const reminder = {
      ...key,
      ...scheduled({ ...key, dueAt: due_at }),
      note,
      onlyIfNoReply: only_if_no_reply,
      createdBy: userId,
      createdAt: nowIso(),
      ...(thread ? { threadId: thread.threadId } : {}),
    };
    const condition = [requireLeadInUse(accountId, leadId)];
    const isDone = await writeWithThread(reminder, ReminderEntity.create(reminder), condition);
    if (!isDone) throw notFound("lead");
    return toReminder(reminder);
  },
});

/** Until it is sent. @throws AppError invalid_transition afterwards */
export const updateReminder = operation({
  permission: "inbox:reply",
  input: UpdateReminder,
  output: Reminder,
  async run({ accountId }, { reminder_id: reminderId, note, due_at, only_if_no_reply }) {
    if (due_at !== undefined) requireFuture(due_at);
    const before = await requireReminder({ accountId, reminderId });
    if (before.status !== "SCHEDULED") throw wasSent();
    const dueAt = due_at ?? before.dueAt;
    const changes = {
      ...scheduled({ ...before, dueAt }),
      note: note ?? before.note,
      onlyIfNoReply: only_if_no_reply ?? before.onlyIfNoReply,
    };
    const after = { ...before, ...changes };
    const write = ReminderEntity.patch({ accountId, reminderId })
      .set(changes)
      .where(
        (row, op) => `${op.eq(row.status, "SCHEDULED")} AND ${op.eq(row.dueAt, before.dueAt)}`,
      );
    if (!(await writeWithThread(after, write))) throw changedMeanwhile();
    return toReminder(after);
  },
});

/** The same from a form. */
export const saveReminder = operation({
  permission: "inbox:reply",
  input: SaveReminder,
  output: Reminder,
  run: (actor, { note = "", ...changes }) => updateReminder(actor, { ...changes, note }),
});

/** Sent or still to come: it is gone, and its conversation leaves Reminders unless there is another. */
export const deleteReminder = operation({
  permission: "inbox:reply",
  input: ReminderId,
  output: Reminder,
  async run({ accountId }, { reminder_id: reminderId }) {
    const reminder = await requireReminder({ accountId, reminderId });
    await writeWithoutThread(reminder, ReminderEntity.delete({ accountId, reminderId }));
    return toReminder(reminder);
  },
});

/** Puts a reminder away that was sent. Safe to run twice. @throws AppError invalid_transition before it was sent */
export const dismissReminder = operation({
  permission: "inbox:reply",
  input: ReminderId,
  output: Reminder,
  async run({ accountId }, { reminder_id: reminderId }) {
    const reminder = await requireReminder({ accountId, reminderId });
    if (reminder.status !== "SENT") {
      throw new AppError("invalid_transition", "inbox.reminderNotSent");
    }
    if (reminder.dismissedAt !== undefined) return toReminder(reminder);
    const dismissedAt = nowIso();
    const write = ReminderEntity.patch({ accountId, reminderId })
      .set({ dismissedAt })
      .where((row, op) => op.notExists(row.dismissedAt));
    if (!(await writeWithoutThread(reminder, write))) {
      return toReminder(await requireReminder({ accountId, reminderId }));
    }
    return toReminder({ ...reminder, dismissedAt });
  },
});

function requireFuture(dueAt: string): void {
  if (dueAt > toIso(now())) return;
  throw AppError.at("invalid", "due_at", "inbox.reminderPast");
}

async function requireThreadOfLead(accountId: number, threadId: number, leadId: number) {
  const thread = await requireThread(accountId, threadId);
  if (thread.leadId !== leadId) throw notFound("conversation");
  return thread;
}

const wasSent = () => new AppError("invalid_transition", "inbox.reminderSent");
