import { writeIfExpected } from "@thaw/data/condition";
import { readSubscriptionPlan } from "../../accounts/account/account-plan.ts";
import { dropAccount } from "../../accounts/account/account-record.ts";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { DELETION_STAGES, type DeletionStage } from "../../kernel/erasure/deletion-stage.schema.ts";
import { log } from "../../log.ts";
import { type AccountDeletion, AccountDeletionEntity } from "./account-deletion.entity.ts";
import { notifyDeleted } from "./deletion-mail.ts";
import { ERASERS } from "./stages.ts";

/** One job does so much: records that go, and looks that find none. */
const MOST_A_JOB = 10_000;
/** How many records go until the count is written. */
const COUNTED_BY = 1_000;
/** Longer than a worker may run: after it the one that was at it is surely dead. */
const LEASE_MS = 6 * 60_000;
/** Whatever was under way when the account was shut, as reading a mailbox or a form to post a file, is over by then. */
const SETTLE_MS = 15 * 60_000;
const MAIL_AGAIN_MS = 10 * 60_000;
const MOST_MAIL_FAILURES = 5;

/** Undefined for an account that is none to be deleted. Also once it is done: then it is the proof. */
export async function findAccountDeletion(accountId: number): Promise<AccountDeletion | undefined> {
  const { data } = await AccountDeletionEntity.get({ accountId }).go({ consistent: true });
  return data ?? undefined;
}

/**
 * Continues the deletion of a closed account (`closedAt`), for as much as one job may do. Safe to run twice, concurrently
 * too, and to interrupt anywhere.
 *
 * @param most for so many records
 * @returns in how many milliseconds it has to go on; undefined when it is done, or someone else is at it
 */
export async function runAccountDeletion(
  accountId: number,
  most = MOST_A_JOB,
): Promise<number | undefined> {
  const { closedAt } = await readSubscriptionPlan(accountId);
  if (closedAt === undefined) return undefined;
  const record = await takeTurn(accountId, closedAt);
  if (!record) return undefined;
  const turn: Turn = { record, left: most };
  try {
    return await goOn(turn);
  } finally {
    await save(turn, { busyUntil: nowIso() });
  }
}

/** `left`: how much this job may still do. */
type Turn = { record: AccountDeletion; left: number };

async function takeTurn(accountId: number, beganAt: string): Promise<AccountDeletion | undefined> {
  const busyUntil = toIso(now() + spanOf(LEASE_MS));
  const known = await findAccountDeletion(accountId);
  const record: AccountDeletion = known ?? {
    accountId,
    beganAt,
    stage: DELETION_STAGES[0],
    stageAt: nowIso(),
    removed: {},
  };
  const { busyUntil: before } = record;
  if (before !== undefined && before > nowIso()) return undefined;
  const isMine = await writeIfExpected(
    AccountDeletionEntity.put({ ...record, busyUntil }).where((row, op) => {
      if (!known) return op.notExists(row.stage);
      return before === undefined ? op.notExists(row.busyUntil) : op.eq(row.busyUntil, before);
    }),
  );
  return isMine ? { ...record, busyUntil } : undefined;
}

async function goOn(turn: Turn): Promise<number | undefined> {
  for (;;) {
    const { stage } = turn.record;
    if (stage === "done") return undefined;
    const againMs = await runStage(turn, stage);
    if (againMs !== undefined) return againMs;
    if (stage === "ids") return end(turn);
    const next = DELETION_STAGES[DELETION_STAGES.indexOf(stage) + 1] ?? "done";
    await save(turn, { stage: next, stageAt: nowIso() });
  }
}

/** Returns undefined when the stage is done, else in how many milliseconds to go on with it. */
async function runStage(
  turn: Turn,
  stage: Exclude<DeletionStage, "done">,
): Promise<number | undefined> {
  if (stage === "settled") {
    const overMs = Date.parse(turn.record.stageAt) + spanOf(SETTLE_MS) - now();
    return overMs > 0 ? overMs : undefined;
  }
  if (stage === "told") return notify(turn);
  return erase(turn, stage);
}

async function erase(turn: Turn, stage: keyof typeof ERASERS): Promise<number | undefined> {
  const { accountId } = turn.record;
  let uncounted = 0;
  const count = async () => {
    const { removed = {} } = turn.record;
    await save(turn, { removed: { ...removed, [stage]: (removed[stage] ?? 0) + uncounted } });
    uncounted = 0;
  };
  for (const eraser of ERASERS[stage]) {
    for await (const gone of eraser(accountId)) {
      uncounted += gone;
      turn.left -= gone || 1;
      if (uncounted >= COUNTED_BY) await count();
      if (turn.left > 0) continue;
      await count();
      return 0;
    }
  }
  if (uncounted > 0) await count();
  return undefined;
}

async function notify(turn: Turn): Promise<number | undefined> {
  const { accountId, mailFailures = 0 } = turn.record;
  if (await notifyDeleted(accountId)) return undefined;
  if (mailFailures + 1 === MOST_MAIL_FAILURES) return undefined;
  await save(turn, { mailFailures: mailFailures + 1 });
  return MAIL_AGAIN_MS;
}

/** The proof is written with the end of the account's own record: there is always one of the two. */
async function end({ record }: Turn): Promise<undefined> {
  const { accountId, beganAt, removed = {} } = record;
  const at = nowIso();
  const proof = {
    accountId,
    beganAt,
    removed,
    stage: "done",
    stageAt: at,
    finishedAt: at,
  } as const;
  await dropAccount(accountId, [AccountDeletionEntity.put(proof)]);
  log.info("An account was deleted", { accountId, removed });
}

/** A worker that has lost its turn to another one writes nothing. */
async function save(turn: Turn, change: Partial<AccountDeletion>): Promise<void> {
  const { accountId, busyUntil = "" } = turn.record;
  turn.record = { ...turn.record, ...change };
  const isMine = await writeIfExpected(
    AccountDeletionEntity.patch({ accountId })
      .set(change)
      .where((row, op) => op.eq(row.busyUntil, busyUntil)),
  );
  if (!isMine && change.stage !== undefined) throw new Error("Another worker deletes this account");
}
