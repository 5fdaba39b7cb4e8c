import { commit, type PendingWrite } from "@thaw/data/transact";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import type { ActivityAction } from "../activity-log/activity-log.schema.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { findUserNames } from "../user/user-names.ts";
import { SendingStopEntity } from "./sending-stop.entity.ts";
import { OperatorStop, SendingState, type StoppedBy, StopSending } from "./sending-stop.schema.ts";
import { EVERY_ACCOUNT, findSendingStop, forgetRecent } from "./sending-stop-record.ts";

const Nothing = v.object({});

/** Whether anything leaves the account's mailboxes by itself, and who has stopped it where nothing does. */
export const getSendingState = operation({
  permission: "account:read",
  input: Nothing,
  output: SendingState,
  run: ({ accountId }) => stateOf(accountId),
});

/** Nothing leaves the account by itself within a minute. What is due stays due until `startSending`. */
export const stopSending = operation({
  permission: "account:write",
  input: StopSending,
  output: SendingState,
  async run(actor, { reason }) {
    await stop(actor, "account", { reason });
    return stateOf(actor.accountId);
  },
});

/** Releases the account's own switch. The operator's holds on. */
export const startSending = operation({
  permission: "account:write",
  input: Nothing,
  output: SendingState,
  async run(actor) {
    await release(actor, "account", {});
    return stateOf(actor.accountId);
  },
});

/** For the account of the actor, or for all with the one that no account has. Nothing leaves at all, replies of people neither. */
export const stopSendingAsOperator = operation({
  permission: "system",
  input: OperatorStop,
  output: SendingState,
  async run(actor, given) {
    await stop(actor, "operator", given);
    return stateOf(actor.accountId);
  },
});

export const startSendingAsOperator = operation({
  permission: "system",
  input: OperatorStop,
  output: SendingState,
  async run(actor, given) {
    await release(actor, "operator", given);
    return stateOf(actor.accountId);
  },
});

type Said = { reason?: string; who?: string };

async function stop(actor: Actor, by: StoppedBy, said: Said & { reason: string }): Promise<void> {
  const { accountId, userId } = actor;
  const { reason, who } = said;
  const thrown = { at: nowIso(), reason, userId, ...(who ? { who } : {}) };
  const write = SendingStopEntity.update({ accountId })
    .set({ [by]: thrown })
    .where((row, op) => op.notExists(row[by]));
  await commit([
    { write, otherwise: () => new AppError("conflict", "sending.isStopped") },
    ...actsOf(actor, by === "account" ? "sending_stopped" : "operator_stopped_sending", said),
  ]);
  forgetRecent(accountId);
}

async function release(actor: Actor, by: StoppedBy, said: Said): Promise<void> {
  const { accountId } = actor;
  const write = SendingStopEntity.patch({ accountId })
    .remove([by])
    .where((row, op) => op.exists(row[by]));
  await commit([
    { write, otherwise: () => new AppError("conflict", "sending.isStarted") },
    ...actsOf(actor, by === "account" ? "sending_started" : "operator_started_sending", said),
  ]);
  forgetRecent(accountId);
}

/** Of an operator's act the account learns that it was done. Who did it and why is kept beside all accounts, for operators. */
function actsOf(actor: Actor, action: ActivityAction, { who, reason }: Said): PendingWrite[] {
  const { accountId } = actor;
  if (who === undefined)
    return [recordAct(actor, { action, ...(reason ? { detail: reason } : {}) })];
  const target = accountId === EVERY_ACCOUNT ? who : `${who}, account ${accountId}`;
  const kept = { action, target, ...(reason ? { detail: reason } : {}) };
  return [
    recordAct({ accountId: EVERY_ACCOUNT, userId: 0 }, kept),
    ...(accountId === EVERY_ACCOUNT ? [] : [recordAct(actor, { action })]),
  ];
}

async function stateOf(accountId: number): Promise<SendingState> {
  const found = await findSendingStop(accountId);
  if (!found) return { is_stopped: false };
  const state = { is_stopped: true, stopped_by: found.by, stopped_at: found.at };
  if (found.by === "operator") return state;
  const name = (await findUserNames(accountId, [found.userId])).get(found.userId);
  return { ...state, reason: found.reason, ...(name ? { stopped_by_name: name } : {}) };
}
