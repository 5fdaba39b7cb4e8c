/**
 * Stops what was started, the last first and each once. What cannot be stopped keeps nothing else from being stopped.
 *
 * @throws AggregateError when all others have been
 */
export async function stopAll(stops: (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of stops.splice(0).reverse()) {
    try {
      await stop();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Not everything could be stopped");
}
