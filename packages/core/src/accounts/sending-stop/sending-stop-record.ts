import { batchGet } from "@thaw/data/batch-get";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import { KeptFor } from "../../kept-for.ts";
import { SendingStopEntity } from "./sending-stop.entity.ts";
import type { StoppedBy } from "./sending-stop.schema.ts";

export type SendingStopRecord = EntityItem<typeof SendingStopEntity>;
/** The switch that holds. */
export type SendingStop = NonNullable<SendingStopRecord[StoppedBy]> & { by: StoppedBy };

/** The account whose switch holds all of them. No account has this id. */
export const EVERY_ACCOUNT = 0;

/** How long a process goes by what it read, in real milliseconds: a switch holds within 60 seconds, whatever the clock says. */
const KEPT_MS = 10_000;
const MOST_KEPT = 2_000;

type Key = { accountId: number };
const records = recordsOf<SendingStopRecord, Key>(SendingStopEntity);

/** Which switch keeps an account from sending: the operator's before its own. */
const stopIn = (
  all: SendingStopRecord | undefined,
  own: SendingStopRecord | undefined,
): SendingStop | undefined => {
  const operator = all?.operator ?? own?.operator;
  if (operator) return { ...operator, by: "operator" };
  return own?.account && { ...own.account, by: "account" };
};

/** As of now: for those who plan, and for people who look. */
export async function findSendingStop(accountId: number): Promise<SendingStop | undefined> {
  const [all, own] = await batchGet(
    [records.read({ accountId: EVERY_ACCOUNT }), records.read({ accountId })],
    { consistent: true },
  );
  return stopIn(all, own);
}

/** The switch of all accounts, as of now: a read a minute, by the clock. */
export async function findStopOfAll(): Promise<SendingStop | undefined> {
  const [all] = await batchGet([records.read({ accountId: EVERY_ACCOUNT })], { consistent: true });
  return stopIn(all, undefined);
}

const kept = new KeptFor<SendingStopRecord | undefined>(KEPT_MS, MOST_KEPT);

/** As of the last ten seconds: what a worker asks before each email, without a read for each. */
export async function recentSendingStop(accountId: number): Promise<SendingStop | undefined> {
  const [all, own] = await Promise.all([recent(EVERY_ACCOUNT), recent(accountId)]);
  return stopIn(all, own);
}

const recent = (accountId: number) =>
  kept.get(String(accountId), async () => {
    const [record] = await batchGet([records.read({ accountId })], { consistent: true });
    return record;
  });

/** Whoever throws or releases a switch goes by it at once, which on one machine is everybody. */
export const forgetRecent = (accountId: number): void => kept.forget(String(accountId));
