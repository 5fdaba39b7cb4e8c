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
