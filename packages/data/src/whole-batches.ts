import { backOff } from "./back-off.ts";
import type { Interceptor } from "./table-client.ts";

const ATTEMPTS = 8;

type Row = Record<string, unknown>;
type Answer = {
  Responses?: Record<string, Row[]>;
  UnprocessedKeys?: Record<string, object>;
  ConsumedCapacity?: object[];
};

/**
 * A batch get is answered with what the table got round to; what it did not, it names (UnprocessedKeys), and a caller that does not
 * look takes those records for missing, as ElectroDB does. This asks for them again, with backoff.
 *
 * @throws when the table still leaves some out
 */
export const wholeBatches: Interceptor = async (action, input, next) => {
  if (action !== "BatchGetItem") return next(input);
  const found: Record<string, Row[]> = {};
  const consumed: object[] = [];
  let asked = input;
  for (let attempt = 1; ; attempt++) {
    const {
      Responses = {},
      UnprocessedKeys = {},
      ConsumedCapacity,
    } = (await next(asked)) as Answer;
    consumed.push(...(ConsumedCapacity ?? []));
    for (const [table, rows] of Object.entries(Responses)) (found[table] ??= []).push(...rows);
    if (Object.keys(UnprocessedKeys).length === 0) {
      return {
        Responses: found,
        UnprocessedKeys,
        ...(ConsumedCapacity ? { ConsumedCapacity: consumed } : {}),
      };
    }
    if (attempt === ATTEMPTS) throw new Error("The table kept leaving records out of a batch");
    await backOff(attempt);
    asked = { ...input, RequestItems: UnprocessedKeys };
  }
};
