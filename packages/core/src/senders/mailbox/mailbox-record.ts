import { loadBatched } from "@thaw/data/load-batched";
import { filteredPageOptions } from "@thaw/data/page-options";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../error.ts";
import { holdingCondition } from "../../kernel/access/scope.ts";
import type { MailboxKey } from "../send-slot/send-slot.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import type { Mailbox } from "./mailbox.schema.ts";

export type MailboxRecord = EntityItem<typeof MailboxEntity>;

const mailboxes = recordsOf<MailboxRecord, MailboxKey>(MailboxEntity);

/** A mailbox, to be read together with records of other features. */
export const mailboxRead = (accountId: number, mailboxId: number) =>
  mailboxes.read({ accountId, mailboxId });

export function findMailbox(
  accountId: number,
  mailboxId: number,
  { consistent = true }: { consistent?: boolean } = {},
): Promise<MailboxRecord | undefined> {
  return loadBatched(mailboxRead(accountId, mailboxId), { consistent });
}

/** @throws AppError not_found */
export async function requireMailbox(accountId: number, mailboxId: number): Promise<MailboxRecord> {
  const mailbox = await findMailbox(accountId, mailboxId);
  if (!mailbox) throw notFound("mailbox");
  return mailbox;
}

/** The ids of connected visible mailboxes, at most so many. */
export async function listMailboxIds(
  { accountId, scope }: Pick<Actor, "accountId" | "scope">,
  limit: number,
): Promise<number[]> {
  const { data } = await MailboxEntity.query
    .byAccount({ accountId })
    .where((row, op) =>
      [
        op.eq(row.connectionState, "CONNECTED"),
        ...holdingCondition(scope, row as never, op as never),
      ].join(" AND "),
    )
    .go({ ...filteredPageOptions(limit), attributes: ["mailboxId"] });
  return data.map(({ mailboxId }) => mailboxId);
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

/** @param sentToday campaign mails of the account's present date */
export function toMailbox(record: MailboxRecord, sentToday = 0): Mailbox {
  const { smtp, imap } = record;
  return {
    id: record.mailboxId,
    provider: record.provider,
    email: record.email,
    from_name: record.fromName,
    smtp_host: smtp.host,
    smtp_port: smtp.port,
    smtp_security: smtp.security,
    imap_host: imap.host,
    imap_port: imap.port,
    imap_security: imap.security,
    user_name: smtp.user === record.email ? "" : smtp.user,
    signature: record.signature ?? "",
    daily_limit: record.dailyLimit,
    min_gap_minutes: record.minGapMinutes,
    connection_state: record.connectionState,
    sent_today: sentToday,
    tag_ids: [...(record.tagIds ?? [])].sort((a, b) => a - b),
    created_at: record.createdAt,
  };
}

export const claimOf = (accountId: number, email: string) => ({
  scope: accountId,
  kind: "mailbox-email",
  value: email,
});

/** To be read with `go`, on a condition that the caller adds. */
export const mailboxesOf = (accountId: number) => MailboxEntity.query.byAccount({ accountId });

/** A change of a mailbox that exists; the caller adds what is set, and on which condition. */
export const patchMailbox = (key: MailboxKey) => MailboxEntity.patch(key);
