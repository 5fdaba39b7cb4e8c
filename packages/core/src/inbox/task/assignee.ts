import { findUser } from "../../accounts/user/user-record.ts";
import type { Actor } from "../../actor.ts";
import { AppError } from "../../error.ts";

/** Anyone who works in the account; clients of an agency get no tasks. @throws AppError invalid */
export async function requireAssignee(
  { accountId, userId }: Actor,
  assigneeId: number,
): Promise<number> {
  if (assigneeId === userId) return assigneeId;
  const user = await findUser({ accountId, userId: assigneeId });
  if (user && user.kind !== "client" && user.status === "active") return assigneeId;
  throw AppError.at("invalid", "assignee_id", "task.assigneeUnknown");
}
