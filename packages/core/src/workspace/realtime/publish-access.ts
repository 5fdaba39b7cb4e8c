import type { UserImage } from "../../accounts/user/user-image.ts";
import { findUser } from "../../accounts/user/user-record.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { forgetConnectionsOf, rescopeConnections } from "./connection-record.ts";
import { closeSocket, pushToAccount, SHUT } from "./push.ts";

/**
 * Updates open connections to the present scope of their users, and notifies open screens of members and clients whose
 * rights have changed. Each screen then asks for the new rights itself; the connections of users without access are
 * closed. Runs on changed users. Safe to run twice.
 */
export async function publishAccess(
  users: readonly Pick<UserImage, "accountId" | "userId" | "kind" | "status">[],
): Promise<void> {
  const news = new Map<number, Set<number>>();
  const out = new Map<number, number[]>();
  for (const { accountId, userId, kind, status } of users) {
    // Nobody changes what an owner may do.
    if (kind === "owner") continue;
    if (status === "deactivated") out.set(accountId, [...(out.get(accountId) ?? []), userId]);
    // First of all: between the change and this, such users may not see what happens.
    else await rescope(accountId, userId);
    news.set(accountId, (news.get(accountId) ?? new Set()).add(userId));
  }
  for (const [accountId, userIds] of news) {
    await pushToAccount(accountId, { type: "access", user_ids: [...userIds] });
  }
  for (const [accountId, userIds] of out) {
    const shut = await forgetConnectionsOf(accountId, userIds);
    // The end of their sessions finds them no more.
    for (const connectionId of shut) await closeSocket(connectionId, SHUT);
  }
}

/** By the record of this moment, which a change after this image may have made. */
async function rescope(accountId: number, userId: number): Promise<void> {
  const user = await findUser({ accountId, userId });
  if (user) await rescopeConnections(accountId, userId, rightsOf(user).scope);
}
