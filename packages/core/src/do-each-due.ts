import { concurrently } from "@thaw/data/concurrently";
import { log } from "./log.ts";
import { inLogContext } from "./log-context.ts";

/**
 * Runs work for each due record, whatever becomes of the others. What fails is postponed: a tick takes the oldest first,
 * and would take nothing else once enough of them fail for ever.
 *
 * @throws AggregateError with all that failed, when everything has come to its end
 */
export async function doEachDue<Due>(
  due: readonly Due[],
  width: number,
  {
    work,
    postpone,
  }: {
    work: (item: Due) => Promise<void>;
    postpone: (item: Due, error: unknown) => Promise<unknown>;
  },
): Promise<void> {
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  await concurrently(due, width, (item) =>
    inLogContext({ accountId: accountOf(item) }, async () => {
      try {
        await work(item);
      } catch (error) {
        log.error("What was due failed and is postponed", { error });
        note(error);
        await postpone(item, error).catch(note);
      }
    }),
  );
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
}

/** What is due is an account, or a record of one. */
function accountOf(item: unknown): number {
  if (typeof item === "number") return item;
  const { accountId } = Object(item) as { accountId?: unknown };
  return typeof accountId === "number" ? accountId : 0;
}
