import { batchDelete } from "@thaw/data/batch-write";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { revokeSessions } from "../session/session.ts";
import { listUsers } from "../user/user-record.ts";
import { OneTimeCodeEntity } from "./one-time-code.entity.ts";

/** Signs everyone of an account out, everywhere. */
export const credentialErasure = erasedWithAccount(
  ["credentials", "users"],
  {
    entities: ["oneTimeCode", "session"],
    async *erase(accountId) {
      for await (const users of listUsers(accountId)) {
        for (const { userId } of users) await revokeSessions(userId);
        await batchDelete(users.map(({ userId }) => OneTimeCodeEntity.delete({ userId })));
        yield 0;
      }
    },
  },
  { turn: "first" },
);
