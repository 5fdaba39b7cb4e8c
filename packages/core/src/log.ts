import { Logger } from "@aws-lambda-powertools/logger";
import { GuardedFormat } from "./log-format.ts";

/**
 * Structured logs, one JSON line each. A line says what happened in words of the code, and of whom by ids: log-format.ts lets no other
 * text through, and of errors no message.
 */
export const log = new Logger({ serviceName: "thaw", logFormatter: new GuardedFormat() });
