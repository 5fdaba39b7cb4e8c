import { createHash } from "node:crypto";
import type { UserRecord } from "../user/user-record.ts";

type Credentials = Pick<UserRecord, "email" | "passwordHash">;

/**
 * Of the password and the address that a user has at this moment: what was given out for these is good for no later ones. Whoever
 * reads it learns neither, since each password is hashed with a salt of its own.
 */
export function credentialMark({ email, passwordHash }: Credentials): string {
  return createHash("sha256").update(`${passwordHash}\n${email}`).digest("hex");
}
