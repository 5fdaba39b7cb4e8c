import { batchGet } from "@thaw/data/batch-get";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
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

type Kept = { at: number; record: Promise<SendingStopRecord | undefined> };
const kept = new Map<number, Kept>();

/** As of the last ten seconds: what a worker asks before each email, without a read for each. */
export async function recentSendingStop(accountId: number): Promise<SendingStop | undefined> {
  const [all, own] = await Promise.all([recent(EVERY_ACCOUNT), recent(accountId)]);
  return stopIn(all, own);
}

function recent(accountId: number): Kept["record"] {
  const known = kept.get(accountId);
  if (known && performance.now() - known.at < KEPT_MS) return known.record;
  if (kept.size >= MOST_KEPT) kept.clear();
  const record = batchGet([records.read({ accountId })], { consistent: true }).then(
    ([found]) => found,
  );
  kept.set(accountId, { at: performance.now(), record });
  // A failure is not remembered: the next one tries again.
  record.catch(() => kept.delete(accountId));
  return record;
}

/** Whoever throws or releases a switch goes by it at once, which on one machine is everybody. */
export function forgetRecent(accountId: number): void {
  kept.delete(accountId);
}
