import { AsyncLocalStorage } from "node:async_hooks";

/** In what a line of the log was written. Ids alone: it is printed as it is. */
export type LogContext = {
  /** Of the manifest, or `site`. */
  function?: string;
  /** Of an invocation of a function; of an HTTP request its own, which the caller gets, too. */
  requestId?: string;
  /** The message id of a queue's job. */
  jobId?: string;
  accountId?: number;
};

const contexts = new AsyncLocalStorage<LogContext>();

/** Does work whose lines of the log carry this beside what those around it carry. */
export const inLogContext = <Result>(context: LogContext, work: () => Result): Result =>
  contexts.run({ ...contexts.getStore(), ...context }, work);

/** For lines from here on, where the account becomes known in the middle of the work. */
export function nameAccount(accountId: number): void {
  const context = contexts.getStore();
  if (context) context.accountId = accountId;
}

export const logContext = (): LogContext => contexts.getStore() ?? {};
