import { client } from "@thaw/data/table";

export type Capacity = { readUnits: number; writeUnits: number; requests: number };

/** Counts what every request to the table consumes, index writes included, as the table itself reports it. */
export function countCapacity(): Capacity {
  const used: Capacity = { readUnits: 0, writeUnits: 0, requests: 0 };
  client.intercept(async (action, input, next) => {
    const output = await next({ ...input, ReturnConsumedCapacity: "INDEXES" });
    const consumed = [output.ConsumedCapacity].flat();
    const units = consumed.reduce((sum: number, one) => sum + unitsOf(one), 0);
    if (/^(Get|Query|BatchGet|Scan|TransactGet)/.test(action)) used.readUnits += units;
    else used.writeUnits += units;
    used.requests += 1;
    return output;
  });
  return used;
}

const unitsOf = (consumed: unknown) =>
  (consumed as { CapacityUnits?: number } | undefined)?.CapacityUnits ?? 0;
