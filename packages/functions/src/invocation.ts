import { writeMetrics } from "@thaw/core/kernel/mail-flow/embedded-metrics";
import { log } from "@thaw/core/log";
import { inLogContext } from "@thaw/core/log-context";
import type { FunctionName } from "@thaw/core/manifest";
import type { Context } from "aws-lambda";

/** What Lambda writes into the log of a function that failed: where to read on, and nothing of what it worked on. */
class InvocationFailed extends Error {
  constructor(name: FunctionName, requestId: string) {
    super(`${name} failed: see the line of request ${requestId}`);
    this.name = "InvocationFailed";
    // Of this very line, which says nothing.
    delete this.stack;
  }
}

/**
 * A function's handler, whose lines of the log carry its name and its request.
 *
 * @throws InvocationFailed after what the handler threw is logged: Lambda would print that with its message
 */
export const invocation =
  <Event, Result>(
    name: FunctionName,
    handle: (event: Event, context: Context) => Promise<Result>,
  ): ((event: Event, context?: Context) => Promise<Result>) =>
  (event, context = {} as Context) => {
    // Tests hand in less than Lambda does.
    const { awsRequestId } = context as Partial<Context>;
    const requestId = awsRequestId ?? "none";
    return inLogContext({ function: name, requestId }, async () => {
      try {
        return await handle(event, context);
      } catch (error) {
        log.error("A function failed", { error });
        throw new InvocationFailed(name, requestId);
      } finally {
        writeMetrics();
      }
    });
  };
