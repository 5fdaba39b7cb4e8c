import { concurrently } from "@thaw/data/concurrently";

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
  await concurrently(due, width, async (item) => {
    try {
      await work(item);
    } catch (error) {
      note(error);
      await postpone(item, error).catch(note);
    }
  });
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
}
