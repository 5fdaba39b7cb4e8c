import { writeIfExpected } from "@thaw/data/condition";
import type { PendingWrite } from "@thaw/data/transact";
import { lineOf, say, type Text } from "@thaw/text/say";
import type { EntityItem } from "electrodb";
import { recentSendingStop } from "../../accounts/sending-stop/sending-stop-record.ts";
import { mayUseLinkedIn } from "../../accounts/subscription-plan/linkedin-access.ts";
import { systemActor } from "../../actor.ts";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import { enqueue } from "../../queue.ts";
import {
  askConnector,
  type ConnectorAnswer,
  ConnectorFailure,
  type ConnectorLogin,
} from "../../senders/linkedin/connector-request.ts";
import { findConnector, findLinkedInAccounts } from "../../senders/linkedin/linkedin-record.ts";
import { completeTask } from "../task/complete-task.ts";
import type { TaskOutcome } from "../task/task.schema.ts";
import { changeTask, findTask, type TaskRecord } from "../task/task-record.ts";
import { acceptConnection } from "./accept-connection.ts";
import { LinkedInActionEntity } from "./linkedin-action.entity.ts";

type ActionRecord = EntityItem<typeof LinkedInActionEntity>;
type Key = { accountId: number; taskId: number };

const DAY_SECONDS = 86_400;
const MOST_A_RUN = 100;
/** Longer than a worker may take: after it another one may have the action. */
const LEASE_MS = 3 * MINUTE_MS;
/** Between two looks at a request to connect, which people answer within days; anything else is done within minutes. */
const REQUEST_LOOK_MS = 30 * MINUTE_MS;
const LOOK_MS = 5 * MINUTE_MS;
/** A request that nobody has answered by then is not looked at any more. */
const LOOKED_AT_DAYS = 60;
const MOST_ATTEMPTS = 6;

const PATHS = {
  LI_VIEW: "/view",
  LI_CONNECT: "/invite",
  LI_MESSAGE: "/message",
  LI_INMAIL: "/inmail",
  LI_ACTIVITY: "/activity",
} as const;

type NewAction = Key & { campaignId: number; leadId: number; linkedinId: number; at: string };

/** For the transaction that makes a step's task: the connector is to do it. */
export function actionWrite({
  accountId,
  taskId,
  campaignId,
  at,
  ...action
}: NewAction): PendingWrite {
  return LinkedInActionEntity.create({
    ...action,
    accountId,
    taskId,
    campaignId,
    attempts: 0,
    actionLane: laneOf({ accountId, campaignId }),
    dueAt: at,
    createdAt: at,
    ttl: Math.floor(Date.parse(at) / 1000) + 2 * LOOKED_AT_DAYS * DAY_SECONDS,
  });
}

const laneOf = ({ accountId, campaignId }: { accountId: number; campaignId: number }) =>
  `${accountId}.${campaignId}`;

/**
 * Queues the actions that a campaign's connector has to do, and the requests whose state it is asked for. Safe to run
 * twice.
 */
export async function queueActions(key: { accountId: number; campaignId: number }): Promise<void> {
  const { data } = await LinkedInActionEntity.query
    .byLane({ actionLane: laneOf(key) })
    .lte({ dueAt: nowIso() })
    .go({ limit: MOST_A_RUN, hydrate: true });
  await enqueue(
    "linkedin",
    data.map(({ accountId, taskId }) => ({ job: { accountId, taskId } })),
  );
}

/**
 * Lets the connector do the task of a step, or asks it how far that is. What it has done completes the task, so that the lead
 * goes on as when a person had done it; what it cannot do stays a task for a person, with its reason. Safe to run twice.
 */
export async function runAction(key: Key): Promise<void> {
  const action = await claim(key);
  if (action) await carryOut(action);
}

async function carryOut(action: ActionRecord): Promise<void> {
  const key = { accountId: action.accountId, taskId: action.taskId };
  const [task, connector, [account]] = await Promise.all([
    findTask(key),
    findConnector(key.accountId),
    findLinkedInAccounts(key.accountId, [action.linkedinId]),
  ]);
  const isOpen = task?.status === "CREATED" && task.deletedAt === undefined;
  // Done by a person, or its lead has ended: only the answer to a request that was sent still matters.
  if (!task || (!isOpen && !action.ref)) return end(action);
  if (!action.ref && !(await mayBegin(action))) return lookAgain(action, action, LOOK_MS);
  if (!connector || account?.progress !== "SUCCESS" || !account.ref) {
    return leaveToPerson(
      action,
      task,
      say("task.byHand", { reason: say("linkedin.noConnectorNow") }),
    );
  }
  return exchange(connector, { action, task, accountRef: account.ref });
}

async function exchange(connector: ConnectorLogin, asking: Asking): Promise<void> {
  const { action, task } = asking;
  try {
    await apply(action, task, await ask(connector, asking));
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    await postpone(action, task, error);
  }
}

/** Nothing more is begun while sending is stopped, for a campaign that is paused, nor where the plan has no LinkedIn any more. */
async function mayBegin({ accountId, campaignId }: ActionRecord): Promise<boolean> {
  if (await recentSendingStop(accountId)) return false;
  const [campaign] = await findCampaigns(accountId, [campaignId]);
  return campaign?.status === "ACTIVE" && (await mayUseLinkedIn(accountId));
}

async function postpone(
  action: ActionRecord,
  task: TaskRecord,
  { text: reason, isPassing }: ConnectorFailure,
): Promise<void> {
  const attempts = action.attempts + 1;
  if (!isPassing || attempts >= MOST_ATTEMPTS) {
    return leaveToPerson(action, task, say("task.byHandBecause", { reason }));
  }
  await lookAgain(action, { attempts }, LOOK_MS * 2 ** attempts);
}

/** Claims the action for this worker for a while; undefined where there is nothing to do, or another worker has it. */
async function claim(key: Key): Promise<ActionRecord | undefined> {
  const { data: action } = await LinkedInActionEntity.get(key).go({ consistent: true });
  const dueAt = action?.dueAt;
  if (!action || dueAt === undefined || dueAt > nowIso()) return undefined;
  const leased = { ...action, dueAt: toIso(now() + spanOf(LEASE_MS)) };
  const isOurs = await writeIfExpected(
    LinkedInActionEntity.patch(key)
      .set({ dueAt: leased.dueAt })
      .where((row, op) => op.eq(row.dueAt, dueAt)),
  );
  return isOurs ? leased : undefined;
}

type Asking = { action: ActionRecord; task: TaskRecord; accountRef: string };

function ask(connector: ConnectorLogin, { action, task, accountRef }: Asking) {
  if (action.ref) return askConnector(connector, { path: `/status/${action.ref}` });
  const { action: type = "LI_VIEW", subject, text, profileUrl } = task;
  if (type === "MANUAL_EMAIL") throw new ConnectorFailure(say("linkedin.noLinkedInStep"), false);
  return askConnector(connector, {
    path: PATHS[type],
    body: {
      account: { ref: accountRef },
      lead: { profile_url: profileUrl ?? "" },
      ...(subject ? { subject } : {}),
      ...(text ? { text } : {}),
    },
    idempotencyKey: `task-${action.accountId}-${action.taskId}`,
  });
}

async function apply(
  action: ActionRecord,
  task: TaskRecord,
  { ref, status, message }: ConnectorAnswer,
): Promise<void> {
  const isRequest = task.action === "LI_CONNECT";
  if (status === "FAILED") {
    const reason = message || say("linkedin.connectorFailed");
    return leaveToPerson(action, task, say("task.byHand", { reason }));
  }
  if (status === "ACCEPTED" && isRequest) {
    await accept(action, task);
    return end(action);
  }
  if (status === "PENDING" && !isRequest) return lookAgain(action, { ref, attempts: 0 }, LOOK_MS);
  await complete(task, "DONE");
  if (!isRequest) return end(action);
  const age = now() - Date.parse(action.createdAt);
  if (age > LOOKED_AT_DAYS * DAY_SECONDS * 1000) return end(action);
  await lookAgain(action, { ref, attempts: 0 }, REQUEST_LOOK_MS);
}

/** The other side took the request: with the task where that is open still, else on its own. */
async function accept(action: ActionRecord, task: TaskRecord): Promise<void> {
  if (task.status === "CREATED") return complete(task, "ACCEPTED");
  const { accountId, campaignId: campaign_id, leadId: lead_id } = action;
  try {
    await acceptConnection(systemActor(accountId), { campaign_id, lead_id });
  } catch (error) {
    // The lead or its campaign is gone, or nothing waits for this.
    if (!(error instanceof AppError) || error.code === "conflict") throw error;
  }
}

async function complete(task: TaskRecord, outcome: TaskOutcome): Promise<void> {
  if (task.status !== "CREATED") return;
  await completeTask(systemActor(task.accountId), { task_id: task.taskId, outcome });
}

async function leaveToPerson(action: ActionRecord, task: TaskRecord, reason: Text): Promise<void> {
  if (task.status === "CREATED") {
    await changeTask(task, (open) => {
      if (open.status !== "CREATED") return undefined;
      return { ...open, notes: [...(open.notes ?? []), lineOf(reason)] };
    });
  }
  await end(action);
}

async function end({ accountId, taskId }: Key): Promise<void> {
  await LinkedInActionEntity.patch({ accountId, taskId }).remove(["actionLane", "dueAt"]).go();
}

async function lookAgain(
  { accountId, taskId }: Key,
  { ref, attempts }: { ref?: string | undefined; attempts: number },
  inMs: number,
): Promise<void> {
  await LinkedInActionEntity.patch({ accountId, taskId })
    .set({ ...(ref ? { ref } : {}), attempts, dueAt: toIso(now() + spanOf(inMs)) })
    .go();
}
