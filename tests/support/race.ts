import { client } from "@thaw/data/table";

const WRITES = /^(Put|Update|Delete|TransactWrite)/;

/**
 * Holds the first `count` writes to the table until all of them have been sent, so that they truly race.
 * Fewer writes than `count` wait for ever: the test then fails by its timeout.
 * `actions` narrows it to some kinds, such as /^TransactWrite/.
 */
export function raceWrites(count: number, actions = WRITES): Disposable {
  let waiting = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const stop = client.intercept(async (action, input, next) => {
    if (actions.test(action) && waiting < count) {
      waiting += 1;
      if (waiting === count) open();
      await gate;
    }
    return next(input);
  });
  return { [Symbol.dispose]: stop };
}
