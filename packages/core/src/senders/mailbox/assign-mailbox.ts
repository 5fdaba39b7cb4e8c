import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { giveToClient } from "../../accounts/client/client-assignment.ts";
import { notFound } from "../../error.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { requireMailbox } from "./mailbox-record.ts";

type MailboxAssignment = { accountId: number; mailboxId: number; clientId?: number | undefined };
type Assignment = { accountId: number; mailboxId: number; userId: number; isAssigned: boolean };

/**
 * Lets a member reach a mailbox, or no longer. Repeating it changes nothing.
 *
 * @param act records what was done, given the mailbox's address
 * @throws AppError not_found
 */
export async function assignMailbox(
  { accountId, mailboxId, userId, isAssigned }: Assignment,
  act: (email: string) => PendingWrite,
): Promise<void> {
  const { email, assigneeIds = [] } = await requireMailbox(accountId, mailboxId);
  if (assigneeIds.includes(userId) === isAssigned) return;
  const patch = MailboxEntity.patch({ accountId, mailboxId });
  const change = isAssigned
    ? patch.add({ assigneeIds: [userId] })
    : patch.delete({ assigneeIds: [userId] });
  if (!(await commitIfExpected([change, act(email)]))) throw notFound("mailbox");
}

/**
 * Gives a mailbox to a client of the agency, or to none. Repeating it changes nothing.
 *
 * @param act records what was done, given the mailbox's address
 * @throws AppError not_found
 */
export async function giveMailbox(
  { accountId, mailboxId, clientId }: MailboxAssignment,
  act: (email: string) => PendingWrite,
): Promise<void> {
  await giveToClient({ accountId, clientId }, ["mailboxes", mailboxId], async () => {
    const { email, clientId: before } = await requireMailbox(accountId, mailboxId);
    const patch = MailboxEntity.patch({ accountId, mailboxId });
    const change = clientId === undefined ? patch.remove(["clientId"]) : patch.set({ clientId });
    const expected = change.where((row, op) =>
      before === undefined ? op.notExists(row.clientId) : op.eq(row.clientId, before),
    );
    return { before, writes: [expected, act(email)] };
  });
}

/** The mailboxes that were given to a member. */
export async function listAssignedMailboxes(
  accountId: number,
  userId: number,
): Promise<{ id: number; email: string }[]> {
  const { data } = await MailboxEntity.query
    .byAccount({ accountId })
    .where((row, op) => op.contains(row.assigneeIds, userId))
    .go({ pages: "all", attributes: ["mailboxId", "email"] });
  return data.map(({ mailboxId, email }) => ({ id: mailboxId, email }));
}
