import { Logger } from "@aws-lambda-powertools/logger";

/** Structured logs, one JSON line each. Never give it a secret, a token or the body of a mail. */
export const log = new Logger({ serviceName: "thaw" });
