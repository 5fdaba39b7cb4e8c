import {
  commit,
  commitIfExpected,
  type PendingWrite,
  TransactionRefused,
} from "@thaw/data/transact";
import type { PlainKey } from "@thaw/text/catalogue";
import { say, type Text } from "@thaw/text/say";
import type { CampaignSettings } from "../../campaigns/campaign/campaign.schema.ts";
import { dueAtOf } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { holdLead } from "../../campaigns/campaign-lead/hold-lead.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { isLinkedIn, type StepByHand } from "../../campaigns/sequence/step-type.schema.ts";
import { toEpochMs } from "../../clock.ts";
import { type Sender, TemplateFault } from "../../engine/delivery/render-message.ts";
import { toSender } from "../../engine/preview/campaign-preview.ts";
import { AppError } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { findStepTask, STEP_TASK_IDENTITY, stepTaskWrites } from "../task/step-task.ts";
import { changeTask, type TaskRecord } from "../task/task-record.ts";
import { passWrites } from "./finish-step.ts";
import { actionWrite } from "./linkedin-action.ts";
import { takeLinkedInAction } from "./linkedin-day.ts";
import { type LinkedInCapacity, UNNAMED } from "./linkedin-room.ts";
import type { DueEnrolment, Known } from "./look-up.ts";
import { renderStep } from "./render-step.ts";

const TITLES = {
  MANUAL_EMAIL: "task.doManualEmail",
  LI_VIEW: "task.doView",
  LI_CONNECT: "task.doConnect",
  LI_MESSAGE: "task.doMessage",
  LI_INMAIL: "task.doInMail",
  LI_ACTIVITY: "task.doActivity",
} as const satisfies Record<StepByHand, PlainKey>;

/** A mail that a person writes has no footer, and is pasted with its links. */
const BY_A_PERSON = { plain_text: false, unsubscribe_footer: false };

type Making = {
  taskId: number;
  type: StepByHand;
  step: SequenceStep;
  variant: string;
  /** Of the run, ISO 8601. */
  at: IsoInstant;
  /** The date that LinkedIn's limits count. */
  day: string;
  /** The LinkedIn account from which it is done. */
  linkedin: LinkedInCapacity | undefined;
};

/**
 * Gives a person the task of a step: the lead is held until it is done. Where the step had made its task before, the lead is
 * held for that one, or goes on if it was done. Nothing happens when something else moved the lead meanwhile.
 *
 * @returns "full" where the day has room for no more tasks of this kind
 */
export async function makeTask(
  known: Known,
  due: DueEnrolment,
  making: Making,
): Promise<"made" | "full" | "nothing"> {
  const { enrolment, mailbox, version } = due;
  const { type, variant, at, taskId, linkedin } = making;
  const { accountId, campaignId, leadId, nextStep: step } = enrolment;
  const identity = { accountId, campaignId, leadId, step };
  const rendered = await renderFor(known, due, making);
  const task = stepTaskWrites({
    ...identity,
    ...rendered,
    taskId,
    assigneeId: known.campaign.createdBy,
    action: type,
    title: TITLES[type],
    dueAt: enrolment.due ? dueAtOf(enrolment.due) : at,
    ...(isLinkedIn(type) ? { profileUrl: due.lead.linkedin_profile } : {}),
  });
  const linkedinId = linkedin?.linkedinId || undefined;
  const holdWrite = holdLead(enrolment, {
    at,
    type,
    variant,
    mailboxId: mailbox?.mailboxId,
    version,
    linkedinId,
  });
  const event = eventItem({
    ...identity,
    kind: "manual-step",
    at,
    key: `task-${taskId}`,
    variant,
    sendId: sendIdOf(identity),
    detail: `${type} ${taskId}`,
  });
  const onLinkedIn = linkedInWrites({ accountId, campaignId, leadId }, making);
  try {
    await commit([...task, holdWrite, event, ...onLinkedIn]);
    return "made";
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (error.refused.includes(STEP_TASK_IDENTITY)) return takeUp(known, due, making);
    const isFull = isLinkedIn(type) && error.refused.includes(task.length + 2);
    return isFull ? "full" : "nothing";
  }
}

/** One of the day's tasks, and what the connector is to do. */
function linkedInWrites(
  lead: { accountId: number; campaignId: number; leadId: number },
  { type, day, at, taskId, linkedin }: Making,
): PendingWrite[] {
  if (!isLinkedIn(type)) return [];
  const { linkedinId = UNNAMED, isAutomatic } = linkedin ?? {};
  const taken = takeLinkedInAction({ accountId: lead.accountId, linkedinId, day }, type);
  return isAutomatic ? [taken, actionWrite({ ...lead, taskId, linkedinId, at })] : [taken];
}

const NOBODY: Sender = { email: "", from_name: "", signature: "" };

/** The words of the task, and in its notes what keeps them from being what the author meant. */
async function renderFor(
  { campaign, schedule }: Known,
  { enrolment, lead, mailbox }: DueEnrolment,
  { step, variant: letter, at, linkedin }: Making,
) {
  const variant = step.variants.find((each) => each.letter === letter);
  if (!variant) return {};
  const sender = mailbox ? toSender(mailbox) : NOBODY;
  const { mailTo } = enrolment;
  try {
    const { subject, text, missing } = await renderStep(step, variant, {
      lead,
      sender,
      step: step.seq_number,
      settings: { ...(campaign.settings as CampaignSettings), ...BY_A_PERSON },
      unsubscribeUrl: "",
      now: toEpochMs(at),
      timezone: schedule.timezone,
    });
    const notes = [
      ...accountNotes(linkedin),
      ...(mailTo ? [say("task.writeTo", { address: mailTo })] : []),
      ...(missing.length > 0 ? [say("task.unknownFields", { fields: missing.join(", ") })] : []),
    ];
    return { subject: subject || undefined, text: text || undefined, notes };
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    return { notes: [say("task.textNotMade", { fault: error.text })] };
  }
}

function accountNotes(linkedin: LinkedInCapacity | undefined): Text[] {
  if (!linkedin?.name) return [];
  const from = say("task.fromAccount", { name: linkedin.name });
  return linkedin.isAutomatic ? [from, say("task.connectorDoes")] : [from];
}

/** Used where the step has already made its task for this lead: the lead came back to the step. */
async function takeUp(
  known: Known,
  { enrolment, mailbox, version, steps }: DueEnrolment,
  { type, variant, at }: Making,
): Promise<"made" | "nothing"> {
  const { accountId, campaignId, leadId, nextStep: step } = enrolment;
  const task = await findStepTask({ accountId, campaignId, leadId, step });
  if (!task) return "nothing";
  const mailboxId = mailbox?.mailboxId;
  const holdWrite = holdLead(enrolment, { at, type, variant, mailboxId, version });
  if (task.status === "CREATED") return madeWhere(await commitIfExpected([holdWrite]));
  // Nobody did it: its lead had ended then.
  if (task.completedBy === 0 && task.outcome === "SKIPPED") {
    const again = eventItem({
      accountId,
      campaignId,
      leadId,
      step,
      at,
      variant,
      kind: "manual-step",
      key: `task-${task.taskId}-again`,
      detail: `${type} ${task.taskId}`,
    });
    return madeWhere(await openAgain(task, [holdWrite, again]));
  }
  const { outcome = "DONE", subject } = task;
  await commitIfExpected(
    passWrites(enrolment, {
      sequence: { steps, schedule: known.schedule },
      version,
      mailboxId,
      at,
      actorId: 0,
      outcome,
      kind: outcome === "SKIPPED" ? "manual-skipped" : "manual-done",
      key: `task-${task.taskId}-again`,
      subject,
    }),
  );
  return "nothing";
}

const madeWhere = (isHeld: boolean) => (isHeld ? "made" : "nothing");

async function openAgain(task: TaskRecord, along: PendingWrite[]): Promise<boolean> {
  try {
    await changeTask(
      task,
      ({ completedBy: _by, completedAt: _at, outcome: _outcome, ...rest }) => ({
        ...rest,
        status: "CREATED",
      }),
      async () => along,
    );
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
}
