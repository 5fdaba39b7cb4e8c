import type { EntityItem } from "electrodb";
import { notFound } from "../error.ts";
import { MailboxEntity } from "./mailbox.entity.ts";

export type MailboxRecord = EntityItem<typeof MailboxEntity>;

export async function findMailbox(
  accountId: number,
  mailboxId: number,
): Promise<MailboxRecord | undefined> {
  const { data } = await MailboxEntity.get({ accountId, mailboxId }).go({ consistent: true });
  return data ?? undefined;
}

/** @throws AppError not_found */
export async function requireMailbox(accountId: number, mailboxId: number): Promise<MailboxRecord> {
  const mailbox = await findMailbox(accountId, mailboxId);
  if (!mailbox) throw notFound("mailbox");
  return mailbox;
}

/** The mailboxes with these ids that exist. */
export async function findMailboxes(
  accountId: number,
  mailboxIds: readonly number[],
): Promise<MailboxRecord[]> {
  if (mailboxIds.length === 0) return [];
  const { data } = await MailboxEntity.get(
    mailboxIds.map((mailboxId) => ({ accountId, mailboxId })),
  ).go();
  return data;
}
