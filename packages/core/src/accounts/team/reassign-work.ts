import { reassignTasks } from "../../inbox/task/reassign-tasks.ts";
import type { Jobs } from "../../queue.schema.ts";
import { revokeSessions } from "../session/session.ts";
import { findUser, type UserRecord } from "../user/user-record.ts";

/** What has to be done for a member who was shut out. */
export const reassignJobOf = ({
  accountId,
  userId,
  kind,
  status,
}: UserRecord): Jobs["cleanup"] | undefined =>
  kind === "member" && status === "deactivated" ? { kind, accountId, userId } : undefined;

/**
 * Gives the open tasks of a member who was shut out to the owner and ends what is left of their sessions. Safe to run twice;
 * nothing happens to someone who is back.
 *
 * @returns whether to go on
 */
export async function reassignWork(key: { accountId: number; userId: number }): Promise<boolean> {
  const member = await findUser(key);
  if (member?.status !== "deactivated") return false;
  await revokeSessions(key.userId);
  // The account is known by its owner's id.
  return reassignTasks(key.accountId, { from: key.userId, to: key.accountId });
}
