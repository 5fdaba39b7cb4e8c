import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { AccountEntity } from "./account.entity.ts";

/** Whether a campaign of the account starts only when a second person approves. */
export async function needsApproval(accountId: number): Promise<boolean> {
  const { data } = await AccountEntity.get({ accountId }).go({ consistent: true });
  return data?.needsApproval ?? false;
}

/** To be read with `go`, all of it or some attributes. */
export const readAccount = (accountId: number) => AccountEntity.get({ accountId });

/** For a transaction. */
export const createAccount = (account: Parameters<typeof AccountEntity.create>[0]) =>
  AccountEntity.create(account);

/** A change of an account that exists; the caller adds what is set, and on which condition. */
export const patchAccount = (key: { accountId: number }) => AccountEntity.patch(key);

/** The last of an account: its own record goes together with `others`. False when it was gone, or is not to be deleted. */
export const dropAccount = (accountId: number, others: readonly PendingWrite[]) =>
  commitIfExpected([
    AccountEntity.delete({ accountId }).where((row, op) => op.exists(row.closedAt)),
    ...others,
  ]);
