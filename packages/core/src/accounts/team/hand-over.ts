import * as v from "valibot";
import { handOverTasks } from "../../inbox/task/hand-over-tasks.ts";
import { enqueue } from "../../queue.ts";
import { revokeSessions } from "../session/session.ts";
import { findUser } from "../user/user-record.ts";

const ShutOutImage = v.object({
  __edb_e__: v.literal("user"),
  accountId: v.number(),
  userId: v.number(),
  kind: v.literal("member"),
  status: v.literal("deactivated"),
});

/** Queues what has to be done for members who were shut out, among changed records of the table, given as plain objects. */
export async function queueHandOvers(records: readonly Record<string, unknown>[]): Promise<void> {
  const jobs = records.flatMap((record) => {
    const parsed = v.safeParse(ShutOutImage, record);
    if (!parsed.success) return [];
    const { accountId, userId } = parsed.output;
    return [{ job: { accountId, userId } }];
  });
  await enqueue("handover", jobs);
}

/**
 * Gives the open tasks of a member who was shut out to the owner and ends what is left of their sessions. Safe to run twice;
 * nothing happens to somebody who is back.
 *
 * @returns whether to go on
 */
export async function handOver(key: { accountId: number; userId: number }): Promise<boolean> {
  const member = await findUser(key);
  if (member?.status !== "deactivated") return false;
  await revokeSessions(key.userId);
  // The account is known by its owner's id.
  return handOverTasks(key.accountId, { from: key.userId, to: key.accountId });
}
