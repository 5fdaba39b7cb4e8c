import * as v from "valibot";
import { forgetConnectionsOf } from "./connection.ts";
import { pushToAccount } from "./push.ts";

const MemberImage = v.object({
  __edb_e__: v.literal("user"),
  accountId: v.number(),
  userId: v.number(),
  kind: v.literal("member"),
  status: v.string(),
});

/**
 * Tells open screens which members may do something else than before, or nothing at all, among changed records of the table,
 * given as plain objects. Each screen asks for itself what that is; those of members who are out are told nothing more.
 * Telling again does no harm.
 */
export async function announceAccess(records: readonly Record<string, unknown>[]): Promise<void> {
  const news = new Map<number, Set<number>>();
  const out = new Map<number, number[]>();
  for (const record of records) {
    const parsed = v.safeParse(MemberImage, record);
    if (!parsed.success) continue;
    const { accountId, userId, status } = parsed.output;
    if (status === "deactivated") out.set(accountId, [...(out.get(accountId) ?? []), userId]);
    news.set(accountId, (news.get(accountId) ?? new Set()).add(userId));
  }
  for (const [accountId, userIds] of news) {
    await pushToAccount(accountId, { type: "access", user_ids: [...userIds] });
  }
  for (const [accountId, userIds] of out) await forgetConnectionsOf(accountId, userIds);
}
