import { credentialMark } from "./credential-mark.ts";
import { newOneTimeToken } from "./one-time-token.ts";
import type { UserRecord } from "./user.entity.ts";

/** A link with which a user chooses a new password in place of the present one, and the write that makes it work. */
export function newResetLink(user: UserRecord) {
  const { accountId, userId } = user;
  return newOneTimeToken("reset-password", { accountId, userId, boundTo: credentialMark(user) });
}
