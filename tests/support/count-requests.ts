import { client } from "@thaw/data/table";

/** Counts the requests of the table by kind, until it is disposed of. */
export function countRequests() {
  const commands: string[] = [];
  client.middlewareStack.add(
    (next, context) => (args) => {
      commands.push(context.commandName ?? "");
      return next(args);
    },
    { step: "initialize", name: "countRequests", override: true },
  );
  return {
    commands,
    [Symbol.dispose]: () => void client.middlewareStack.remove("countRequests"),
  };
}
