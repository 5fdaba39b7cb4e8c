import { log } from "@thaw/core/log";

/**
 * Runs parts one after the other, each whatever became of those before it.
 *
 * @throws AggregateError with what failed
 */
export async function runAll(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => failures.push(error));
  failTogether(failures);
}

/**
 * Throws where there are failures, so that what was asked is tried again. Each is logged: a Lambda tells of one error alone.
 *
 * @param failures of parts that ran to their ends
 */
export function failTogether(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  for (const error of failures) log.error("A part failed", { error });
  throw new AggregateError(failures, failures.map(String).join("; "));
}
