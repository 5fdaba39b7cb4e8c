import { randomUUID } from "node:crypto";
import { backOff } from "./back-off.ts";
import { client } from "./table.ts";
import { TableError } from "./table-client.ts";

const ATTEMPTS = 6;

/** A create, put, update, patch, delete or remove of any ElectroDB entity that has not been sent: no `.go()` at its end. */
export type PendingWrite = { params: (options?: never) => unknown };
/** A write with what is thrown where its own condition does not hold. */
export type GuardedWrite = { write: PendingWrite; otherwise: () => Error };
export type TransactWrite = PendingWrite | GuardedWrite;
type TransactItem = Partial<Record<"Put" | "Update" | "Delete" | "ConditionCheck", object>>;

/** A transaction lost because a condition did not hold. `refused` holds the positions of the writes that were refused. */
export class TransactionRefused extends Error {
  readonly refused: readonly number[];

  constructor(refused: readonly number[]) {
    super(`Transaction refused at ${refused.join(", ")}`);
    this.refused = refused;
  }
}

type CommitOptions = {
  /** What is thrown where the condition of a write did not hold that says nothing of its own. */
  otherwise?: () => Error;
  /**
   * The caller reads the records after a refusal and knows its own: then the table need not keep the request to know
   * it again after a broken connection, which costs it a fifth of the work of a large transaction.
   */
  withoutToken?: boolean;
};

/**
 * Does up to 100 writes, of whatever entities, all or none.
 *
 * A cancellation because of another transaction on the same item (TransactionConflict), throttling or a duplicate in
 * progress says nothing about the conditions, so it is tried again with backoff.
 *
 * @throws what the first of the refused writes that says so throws, else the transaction's `otherwise`, else
 *   TransactionRefused
 */
export async function commit(
  writes: readonly TransactWrite[],
  { otherwise, withoutToken = false }: CommitOptions = {},
): Promise<void> {
  const TransactItems = writes.map((each) =>
    toTransactItem("otherwise" in each ? each.write : each),
  );
  const refused = await refusedOf(withoutToken ? { TransactItems } : withToken(TransactItems));
  if (refused.length === 0) return;
  throw (
    refusalOf(refused.map((position) => writes[position])) ??
    otherwise?.() ??
    new TransactionRefused(refused)
  );
}

function refusalOf(refused: readonly (TransactWrite | undefined)[]): Error | undefined {
  for (const each of refused) if (each && "otherwise" in each) return each.otherwise();
  return undefined;
}

const withToken = (TransactItems: TransactItem[]) => ({
  TransactItems,
  ClientRequestToken: randomUUID(),
});

/** The same; false instead of TransactionRefused, as where someone else may have come first. */
export async function commitIfExpected(writes: readonly TransactWrite[]): Promise<boolean> {
  try {
    await commit(writes);
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

/** Does the writes. @returns the positions of those whose condition did not hold: none when all were done */
async function refusedOf(command: { TransactItems: TransactItem[] }): Promise<number[]> {
  for (let attempt = 1; ; attempt++) {
    const codes = await attemptWrite(command);
    if (codes === undefined) return [];
    const refused = codes.flatMap((code, index) =>
      code === "ConditionalCheckFailed" ? [index] : [],
    );
    if (refused.length > 0) return refused;
    if (attempt === ATTEMPTS) throw new Error(`Transaction kept failing: ${codes.join(", ")}`);
    await backOff(attempt);
  }
}

/** Why each write was cancelled; undefined when all were done. */
async function attemptWrite(
  input: Record<string, unknown>,
): Promise<(string | undefined)[] | undefined> {
  try {
    await client.send("TransactWriteItems", input);
    return undefined;
  } catch (error) {
    if (!(error instanceof TableError && error.CancellationReasons)) throw error;
    return error.CancellationReasons.map((reason) => reason.Code);
  }
}

/**
 * Works a write out at once. What ElectroDB keeps for one that is not sent is fifty times its item: a caller that collects
 * hundreds of writes for a transaction hands each over like this.
 */
export function compact(write: PendingWrite): PendingWrite {
  const item = toTransactItem(write);
  return Object.assign({ params: () => item }, { commit: () => item });
}

/** The condition alone of a delete that is not meant: unless it holds, the other writes of a transaction are refused. */
export function onlyIf(condition: PendingWrite): PendingWrite {
  const item: TransactItem = { ConditionCheck: toTransactItem(condition).Delete ?? {} };
  return Object.assign({ params: () => item }, { commit: () => item });
}

// Every write of ElectroDB can be committed; its types say so only inside its own transactions, which would force
// features to know each other's entities.
function toTransactItem(write: PendingWrite): TransactItem {
  return (write as PendingWrite & { commit: () => TransactItem }).commit();
}
