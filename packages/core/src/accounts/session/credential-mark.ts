import { createHash } from "node:crypto";
import type { UserRecord } from "../user/user-record.ts";

type Credentials = Pick<UserRecord, "email" | "passwordHash">;

/**
 * A fingerprint of the user's present password hash and address: tokens issued for these are rejected once either changes.
 * It reveals neither, since each password is hashed with a salt of its own.
 */
export function credentialMark({ email, passwordHash }: Credentials): string {
  return createHash("sha256").update(`${passwordHash}\n${email}`).digest("hex");
}
