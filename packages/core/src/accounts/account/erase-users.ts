import { eraseFound } from "@thaw/data/erase-found";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { releaseClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { UserEntity } from "../user/user.entity.ts";
import { addressClaim, codeClaim } from "../user/user-record.ts";
import { AccountEntity } from "./account.entity.ts";

/** Forgets the users of an account, whose addresses and codes are free from then on. */
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

/** The last of an account: its own record goes together with `others`. False when it was gone, or is not to be deleted. */
export const dropAccount = (accountId: number, others: readonly PendingWrite[]) =>
  commitIfExpected([
    AccountEntity.delete({ accountId }).where((row, op) => op.exists(row.closedAt)),
    ...others,
  ]);
