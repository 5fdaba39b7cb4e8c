import { credentialMark } from "../session/credential-mark.ts";
import type { UserRecord } from "../user/user-record.ts";
import { newOneTimeToken } from "./one-time-token.ts";

/** A link with which a user chooses a new password in place of the present one, and the write that makes it work. */
export function newResetLink(user: UserRecord) {
  const { accountId, userId } = user;
  return newOneTimeToken("reset-password", { accountId, userId, boundTo: credentialMark(user) });
}
