import { TransactionRefused } from "@thaw/data/transact";
import { lostRace } from "./error.ts";

/**
 * Reads and writes again where someone else changed the record in between.
 *
 * @throws AppError conflict where that happened each time
 */
export async function retryRefused<Result>(
  attempts: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (attempt === attempts) throw lostRace();
    }
  }
}
