import { eraseFound } from "@thaw/data/erase-found";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { ApiKeyEntity } from "./api-key.entity.ts";
import { ApiKeyHashEntity } from "./api-key-hash.entity.ts";
import { slotClaim } from "./api-key-record.ts";

/** Ends an account's API keys. */
export const apiKeyErasure = erasedWithAccount(
  ["credentials", "users"],
  {
    entities: ["apiKey", "apiKeyHash"],
    erase: (accountId) =>
      eraseFound(
        (page) => ApiKeyEntity.query.byAccount({ accountId }).go(page),
        (row) => ApiKeyEntity.delete(row),
        (rows) =>
          rows.flatMap(({ keyHash, replacedHash, place }) => [
            ...[keyHash, replacedHash ?? []]
              .flat()
              .map((hash) => ApiKeyHashEntity.delete({ keyHash: hash })),
            ...(place === undefined ? [] : [dropClaim(slotClaim(accountId, place))]),
          ]),
      ),
  },
  { turn: "first" },
);
