import type { UserImage } from "../../accounts/user/user-image.ts";
import { findUser } from "../../accounts/user/user-record.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { forgetConnectionsOf, rescopeConnections } from "./connection-record.ts";
import { closeSocket, pushToAccount, SHUT } from "./push.ts";

/**
 * Keeps open connections to what their users reach now, and tells open screens which members and clients may do something
 * else than before, or nothing at all. Each screen asks for itself what that is; those of whoever is out are told nothing
 * more, and closed. Told of changed users. Telling again does no harm.
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
    // First of all: between the change and this, nothing that happens is theirs to hear of.
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
