import { findClaim } from "./kernel/claim/claim.ts";

/** Reads something of no account from the table. @throws when the table cannot be reached */
export async function touchTable(): Promise<void> {
  await findClaim({ scope: "global", kind: "readiness", value: "probe" });
}
