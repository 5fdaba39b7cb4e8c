import { client } from "@thaw/data/table";

export type Capacity = { readUnits: number; writeUnits: number; requests: number };

/** Counts what every request to the table consumes, index writes included, as the table itself reports it. */
export function countCapacity(): Capacity {
  const used: Capacity = { readUnits: 0, writeUnits: 0, requests: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = context.commandName ?? "";
      const input = { ...args.input, ReturnConsumedCapacity: "INDEXES" };
      const result = await next({ ...args, input });
      const consumed = (result.output as { ConsumedCapacity?: unknown }).ConsumedCapacity;
      const units = [consumed].flat().reduce((sum: number, one) => sum + unitsOf(one), 0);
      if (/^(Get|Query|BatchGet|Scan|TransactGet)/.test(name)) used.readUnits += units;
      else used.writeUnits += units;
      used.requests += 1;
      return result;
    },
    { step: "initialize", name: "countCapacity", override: true },
  );
  return used;
}

const unitsOf = (consumed: unknown) =>
  (consumed as { CapacityUnits?: number } | undefined)?.CapacityUnits ?? 0;
