import { listUsers } from "../../accounts/user/user-record.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { USER_ERASURES } from "./of-user.ts";

/** What is kept under a user's own id, which nobody knows once the user is gone. */
export const ofUsersErasure = erasedWithAccount(["users"], {
  entities: [],
  async *erase(accountId) {
    for await (const users of listUsers(accountId)) {
      for (const user of users) for (const { erase } of USER_ERASURES) yield* erase(user);
    }
  },
});
