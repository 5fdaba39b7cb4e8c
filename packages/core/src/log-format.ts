import { LogFormatter, LogItem } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";
import { describeError } from "./describe-error.ts";
import { logContext } from "./log-context.ts";

/**
 * What may be logged as a text: names and ids of programs, and what an operator has written to be read there. A text under any other
 * name might be somebody's, and stays hidden.
 */
const TEXTS: ReadonlySet<string> = new Set([
  "queue",
  "messageId",
  "receives",
  "subscriber",
  "changes",
  "connectionId",
  "route",
  "issuer",
  "model",
  "metric",
  "since",
  "who",
  "why",
]);
const MOST_CHARACTERS = 300;
const MOST_ENTRIES = 50;
const HIDDEN = "(hidden)";

/** One line of JSON, with the function, the request or job and the account that it is about, and nothing of anybody's mail. */
export class GuardedFormat extends LogFormatter {
  formatAttributes(line: UnformattedAttributes, more: LogAttributes): LogItem {
    const { function: name, requestId, jobId, accountId = 0 } = logContext();
    const attributes = {
      level: line.logLevel,
      message: line.message,
      timestamp: this.formatTimestamp(line.timestamp),
      service: line.serviceName,
      function: name ?? "none",
      requestId: requestId ?? "none",
      ...(jobId ? { jobId } : {}),
      accountId,
      ...(line.xRayTraceId ? { xray_trace_id: line.xRayTraceId } : {}),
      ...guarded(more),
    };
    return new LogItem({ attributes: attributes as LogAttributes });
  }
}

const guarded = (more: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(more)
      .slice(0, MOST_ENTRIES)
      .map(([name, value]) => [name, guard(name, value)]),
  );

function guard(name: string, value: unknown): unknown {
  if (name === "error" || value instanceof Error) return describeError(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return TEXTS.has(name) ? value.slice(0, MOST_CHARACTERS) : HIDDEN;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((each) => guard(name, each));
  if (typeof value === "object" && value !== null) return guarded(value);
  return value === undefined || value === null ? value : HIDDEN;
}
