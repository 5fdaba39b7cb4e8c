import { writeIfExpected } from "@thaw/data/condition";
import { notFound } from "../error.ts";
import { MailboxEntity } from "./mailbox.entity.ts";

type Assignment = { accountId: number; mailboxId: number; userId: number; isAssigned: boolean };

/**
 * Lets a member reach a mailbox, or no longer. Doing it again changes nothing.
 *
 * @throws AppError not_found
 */
export async function assignMailbox(assignment: Assignment): Promise<void> {
  const { accountId, mailboxId, userId, isAssigned } = assignment;
  const patch = MailboxEntity.patch({ accountId, mailboxId });
  const isDone = await writeIfExpected(
    isAssigned ? patch.add({ assigneeIds: [userId] }) : patch.delete({ assigneeIds: [userId] }),
  );
  if (!isDone) throw notFound("mailbox");
}
