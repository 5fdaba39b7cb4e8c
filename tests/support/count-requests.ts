import { client } from "@thaw/data/table";

/** Counts the requests of the table by kind, until it is disposed of. */
export function countRequests() {
  const actions: string[] = [];
  const stop = client.intercept((action, input, next) => {
    actions.push(action);
    return next(input);
  });
  return { actions, [Symbol.dispose]: stop };
}
