import { setTimeout as sleep } from "node:timers/promises";

const ATTEMPTS = 6;

type Outcome = { rejected: boolean; code: string };
type TransactionResult = { canceled: boolean; data: readonly Outcome[] | null };

/** A transaction lost because a condition did not hold. `refused` holds the positions of the writes that were refused. */
export class TransactionRefused extends Error {
  readonly refused: readonly number[];

  constructor(refused: readonly number[]) {
    super(`Transaction refused at ${refused.join(", ")}`);
    this.refused = refused;
  }
}

/**
 * Commits an ElectroDB write transaction.
 *
 * A cancellation because of another transaction on the same item (TransactionConflict), throttling or a duplicate in
 * progress says nothing about the conditions, so it is tried again with backoff.
 *
 * @throws TransactionRefused when a condition did not hold
 */
export async function commit(transaction: { go: () => Promise<TransactionResult> }): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { canceled, data } = await transaction.go();
    if (!canceled) return;
    const outcomes = data ?? [];
    const refused = outcomes.flatMap((outcome, index) =>
      outcome.code === "ConditionalCheckFailed" ? [index] : [],
    );
    if (refused.length > 0) throw new TransactionRefused(refused);
    if (attempt === ATTEMPTS) {
      throw new Error(`Transaction kept failing: ${outcomes.map((o) => o.code).join(", ")}`);
    }
    await sleep(10 * 2 ** attempt * (0.5 + Math.random()));
  }
}
