import { eraseFound } from "@thaw/data/erase-found";
import { releaseClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { UserEntity } from "./user.entity.ts";
import { addressClaim, codeClaim } from "./user-record.ts";

/** Deletes the users of an account, whose addresses and codes are free from then on. */
export const userErasure = erasedWithAccount(
  ["users"],
  {
    entities: ["user"],
    erase: (accountId) =>
      eraseFound(
        (page) => UserEntity.query.byAccount({ accountId }).go(page),
        (row) => UserEntity.delete(row),
        async (rows) => {
          for (const user of rows) {
            await releaseClaim(addressClaim(user), accountId);
            await releaseClaim(codeClaim(user.referralCode), accountId);
          }
          return [];
        },
      ),
  },
  { turn: "last" },
);
