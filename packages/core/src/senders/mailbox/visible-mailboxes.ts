import { filteredPageOptions } from "@thaw/data/page-options";
import { holdingCondition, isHeld, type Scope } from "../../kernel/access/scope.ts";
import { MailboxEntity } from "./mailbox.entity.ts";

/** Which of these mailboxes are visible: a batch read, and none for a user who sees all. */
export async function visibleMailboxes(
  accountId: number,
  scope: Scope,
  mailboxIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (scope.kind === "all") return new Set(mailboxIds);
  return presentMailboxes(accountId, scope, mailboxIds);
}

/** Which of these mailboxes exist and are visible: a batch read. */
export async function presentMailboxes(
  accountId: number,
  scope: Scope,
  mailboxIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(mailboxIds)];
  if (ids.length === 0) return new Set();
  const { data } = await MailboxEntity.get(ids.map((mailboxId) => ({ accountId, mailboxId }))).go({
    consistent: true,
  });
  return new Set(data.flatMap((mailbox) => (isHeld(scope, mailbox) ? [mailbox.mailboxId] : [])));
}

/** The first connected visible mailboxes, in the order in which they were connected. */
export async function listConnectedMailboxes(
  accountId: number,
  scope: Scope,
  most: number,
): Promise<{ mailboxId: number; email: string }[]> {
  const { data } = await MailboxEntity.query
    .byAccount({ accountId })
    .where((row, op) =>
      [
        ...holdingCondition(scope, row as never, op as never),
        op.eq(row.connectionState, "CONNECTED"),
      ].join(" AND "),
    )
    .go({ ...filteredPageOptions(most), attributes: ["mailboxId", "email"] });
  return data;
}

/** Every visible mailbox: a query of the account's mailboxes. */
export async function listVisibleMailboxes(
  accountId: number,
  scope: Scope,
): Promise<ReadonlySet<number>> {
  const { data } = await MailboxEntity.query
    .byAccount({ accountId })
    .where((row, op) => holdingCondition(scope, row as never, op as never).join(" AND "))
    .go({ pages: "all", attributes: ["mailboxId"] });
  return new Set(data.map(({ mailboxId }) => mailboxId));
}
