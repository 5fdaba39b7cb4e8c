import { checkLimits } from "./check-limits.ts";
import { checkStartKey } from "./check-start-key.ts";
import { environment } from "./config.ts";
import { TableClient } from "./table-client.ts";
import { wholeBatches } from "./whole-batches.ts";

/** One table for the whole product; the stack or the local runtime names it before a handler is loaded. */
export const table = environment("TABLE_MAIN") ?? "thaw";

export const client = new TableClient();
client.intercept(wholeBatches);
client.intercept(checkStartKey);
client.intercept(checkLimits);
