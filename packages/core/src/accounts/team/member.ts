import type { Role } from "../../kernel/access/role.schema.ts";
import { hashPassword } from "../login/password.ts";
import { createUser, type UserRecord, userIds } from "../user/user-record.ts";

/**
 * Adds a team member whose address is known to be theirs. For features that have checked who asks; no operation.
 *
 * @throws AppError conflict when the address has a user already
 */
export async function addMember(
  accountId: number,
  member: { name: string; email: string; password: string; role: Exclude<Role, "OWNER"> },
): Promise<UserRecord> {
  const { password, ...rest } = member;
  return createUser({
    ...rest,
    accountId,
    userId: await userIds.next("global"),
    kind: "member",
    passwordHash: await hashPassword(password),
    isEmailVerified: true,
  });
}
