const REFUSED = "ConditionalCheckFailedException";

/** True when a single write was refused because its condition did not hold. */
export function isConditionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === REFUSED || isConditionFailure(error.cause);
}
