import { eraseFound } from "@thaw/data/erase-found";
import { deleteTogether } from "@thaw/data/put-together";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { ApiKeyEntity } from "../api-key/api-key.entity.ts";
import { ApiKeyHashEntity } from "../api-key/api-key-hash.entity.ts";
import { placeClaim } from "../api-key/api-key-record.ts";
import { revokeSessions } from "../session/session.ts";
import { UserEntity, type UserRecord } from "../user/user.entity.ts";
import { OneTimeCodeEntity } from "./one-time-code.entity.ts";

/** Signs everybody of an account out, everywhere, and ends its API keys. */
export const entranceErasure = erasedWithAccount(
  ["entrances", "users"],
  {
    entities: ["apiKey", "apiKeyHash", "oneTimeCode", "session"],
    async *erase(accountId) {
      yield* eraseFound(
        (page) => ApiKeyEntity.query.byAccount({ accountId }).go(page),
        (row) => ApiKeyEntity.delete(row),
        (rows) =>
          rows.flatMap(({ keyHash, replacedHash, place }) => [
            ...[keyHash, replacedHash ?? []]
              .flat()
              .map((hash) => ApiKeyHashEntity.delete({ keyHash: hash })),
            ...(place === undefined ? [] : [dropClaim(placeClaim(accountId, place))]),
          ]),
      );
      for await (const users of listUsers(accountId)) {
        for (const { userId } of users) await revokeSessions(userId);
        await deleteTogether(users.map(({ userId }) => OneTimeCodeEntity.delete({ userId })));
        yield 0;
      }
    },
  },
  { turn: "first" },
);

/** The users of an account, deleted ones too, a page at a time. */
export async function* listUsers(accountId: number): AsyncGenerator<UserRecord[]> {
  let cursor: string | null = null;
  do {
    const page: { data: UserRecord[]; cursor: string | null } = await UserEntity.query
      .byAccount({ accountId })
      .go({ limit: 50, cursor, consistent: true });
    yield page.data;
    cursor = page.cursor;
  } while (cursor !== null);
}
