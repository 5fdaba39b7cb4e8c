import { log } from "@thaw/core/log";

/** After so many that failed alone it is not the changes that are at fault: the rest is given back as it is. */
const MOST_ALONE = 3;

type Change = { id: string; item: string; entity: string; accountId?: number };

/**
 * Works on a batch of changes at once. Where that fails it is halved until whatever fails is alone, and the others are done.
 * Once a change failed, later ones of the same item wait for it, so that the order within an item stays as it was.
 *
 * @returns those that failed, and those that waited for them
 */
export async function workOff<One extends Change>(
  subscriber: string,
  changes: readonly One[],
  work: (part: readonly One[]) => Promise<void>,
): Promise<One[]> {
  const failed: One[] = [];
  const halted = new Set<string>();
  const giveBack = (part: readonly One[]) => {
    failed.push(...part);
    for (const { item } of part) halted.add(item);
  };
  let alone = 0;
  const attempt = async (part: readonly One[]): Promise<void> => {
    const free = part.filter(({ item }) => !halted.has(item));
    giveBack(part.filter(({ item }) => halted.has(item)));
    if (free.length === 0) return;
    try {
      await work(free);
    } catch (error) {
      if (free.length > 1 && alone < MOST_ALONE) {
        const middle = Math.ceil(free.length / 2);
        await attempt(free.slice(0, middle));
        await attempt(free.slice(middle));
        return;
      }
      if (free.length === 1) alone += 1;
      log.error("A subscriber failed on changes of the table", {
        subscriber,
        ...accountsOf(free),
        changes: free.map(({ id, entity }) => `${entity} ${id}`),
        error,
      });
      giveBack(free);
    }
  };
  await attempt(changes);
  return failed;
}

function accountsOf(changes: readonly Change[]): { accountId: number; accountIds?: number[] } {
  const ids = [...new Set(changes.map(({ accountId = 0 }) => accountId))];
  const [accountId = 0] = ids;
  return ids.length === 1 ? { accountId } : { accountId: 0, accountIds: ids };
}
