/** Workers that die between two requests to the table: what they had under way is done or not, and nothing follows. */
import { AsyncLocalStorage } from "node:async_hooks";
import { client } from "@thaw/data/table";

/** `left`: requests until death. `isDone`: whether the last one reaches the table, though its answer reaches nobody. */
type Life = { left: number; isDone: boolean };

class Died extends Error {}

const lives = new AsyncLocalStorage<Life>();

client.intercept(async (_action, input, next) => {
  const life = lives.getStore();
  if (!life) return next(input);
  life.left -= 1;
  if (life.left < 0 || (life.left === 0 && !life.isDone)) throw new Died("This worker is dead");
  const output = await next(input);
  if (life.left <= 0) throw new Died("This worker is dead");
  return output;
});

/** Runs a worker that is dead after so many requests to the table; returns whether it came so far. */
export async function runMortal<Result>(
  life: Life,
  work: () => Promise<Result>,
): Promise<{ died: boolean; result: Result | undefined }> {
  const own = { ...life };
  return lives.run(own, async () => {
    try {
      const result = await work();
      return { died: own.left <= 0, result };
    } catch (error) {
      // Workers of one process share requests here; who shares one with a dead worker dies with it.
      if (own.left > 0 && !(error instanceof Died)) throw error;
      return { died: true, result: undefined };
    }
  });
}
