import { randomUUID } from "node:crypto";
import { isConditionFailure, writeIfExpected } from "@thaw/data/condition";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { isFree } from "../../lease.ts";
import { CategorisationRunEntity, type OUTCOMES } from "./categorisation-run.entity.ts";

/** Longer than a provider is waited for, real time. */
const LEASE_MS = 50_000;
/** Queues and the stream repeat themselves within days. */
const KEPT_MS = 14 * 86_400_000;

export type RunKey = { accountId: number; messageKey: string; fence: string };
type Outcome = (typeof OUTCOMES)[number];

/** Claims the categorisation of a reply; undefined while another worker has it, or when it is done. */
export async function takeRun(
  reply: Omit<RunKey, "fence">,
): Promise<{ key: RunKey; categoryId?: number | undefined } | undefined> {
  const fence = randomUUID();
  try {
    const { data } = await CategorisationRunEntity.update(reply)
      .set({
        fence,
        leaseUntil: toIso(now() + spanOf(LEASE_MS)),
        ttl: Math.ceil((now() + KEPT_MS) / 1000),
      })
      .where((row, op) => `${op.notExists(row.doneAt)} AND ${isFree(row, op)}`)
      .go({ response: "all_new" });
    return { key: { ...reply, fence }, categoryId: data.categoryId };
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

const own = ({ fence, ...reply }: RunKey) => ({
  run: CategorisationRunEntity.patch(reply),
  fence,
});

/** For a transaction: stores the answer; refused when another worker has taken over. */
export function decide(key: RunKey, categoryId: number) {
  const { run, fence } = own(key);
  return run.set({ categoryId }).where((row, op) => op.eq(row.fence, fence));
}

/** Lets the next try begin. */
export async function giveUpLease(key: RunKey): Promise<void> {
  const { run, fence } = own(key);
  await writeIfExpected(run.remove(["leaseUntil"]).where((row, op) => op.eq(row.fence, fence)));
}

export async function finish(key: RunKey, outcome: Outcome): Promise<void> {
  const { run, fence } = own(key);
  await writeIfExpected(
    run.set({ outcome, doneAt: nowIso() }).where((row, op) => op.eq(row.fence, fence)),
  );
}
