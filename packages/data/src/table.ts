import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { environment } from "./config.ts";

/** One table for the whole product; the stack or the local runtime names it before a handler is loaded. */
export const table = environment("TABLE_MAIN") ?? "thaw";

export const client = new DynamoDBClient({});
