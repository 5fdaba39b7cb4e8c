import { client } from "@thaw/data/table";

const WRITES = /^(Put|Update|Delete|TransactWrite)/;

/**
 * Holds the first `count` writes to the table until all of them have been sent, so that they truly race.
 * Fewer writes than `count` wait for ever: the test then fails by its timeout.
 * `commands` narrows it to some kinds, such as /^TransactWrite/.
 */
export function raceWrites(count: number, commands = WRITES): Disposable {
  let waiting = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (commands.test(context.commandName ?? "") && waiting < count) {
        waiting += 1;
        if (waiting === count) open();
        await gate;
      }
      return next(args);
    },
    { step: "initialize", name: "raceWrites", override: true },
  );
  return { [Symbol.dispose]: () => void client.middlewareStack.remove("raceWrites") };
}
