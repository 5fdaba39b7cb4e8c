import { MailboxCountEntity } from "./mailbox-count.entity.ts";

/** How many mailboxes an account has. */
export async function countMailboxes(accountId: number): Promise<number> {
  const { data } = await MailboxCountEntity.get({ accountId }).go({ consistent: true });
  return data?.mailboxes ?? 0;
}

/** For a transaction: one more, or one fewer. */
export const moveMailboxCount = (accountId: number, by: 1 | -1) =>
  MailboxCountEntity.update({ accountId }).add({ mailboxes: by });
