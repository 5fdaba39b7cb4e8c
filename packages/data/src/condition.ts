const REFUSED = "ConditionalCheckFailedException";

/** True when a single write was refused because its condition did not hold. */
export function isConditionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === REFUSED || isConditionFailure(error.cause);
}

/** Runs a conditional write and returns whether its condition held. */
export async function writeIfExpected(write: {
  go: (options: { originalErr: true }) => Promise<unknown>;
}): Promise<boolean> {
  try {
    // Otherwise ElectroDB takes a stack trace before each write, in case it fails.
    await write.go({ originalErr: true });
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
