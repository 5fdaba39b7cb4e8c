import { writeIfExpected } from "@thaw/data/condition";
import { rewrapSecret } from "../../kernel/secret/secret.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import type { MailboxRecord } from "./mailbox-record.ts";

/**
 * Seals a mailbox's logins under the newest master key where they are under an older one, which may go once every mailbox was
 * read since. Logins that were changed meanwhile are sealed under the newest already.
 */
export async function renewSecrets({
  accountId,
  mailboxId,
  smtp,
  imap,
}: MailboxRecord): Promise<void> {
  const renew = (side: "smtp" | "imap", sealed: string) =>
    rewrapSecret(sealed, { accountId, mailboxId, field: `${side}.password` });
  const renewed = {
    smtp: { ...smtp, secret: await renew("smtp", smtp.secret) },
    imap: { ...imap, secret: await renew("imap", imap.secret) },
  };
  if (renewed.smtp.secret === smtp.secret && renewed.imap.secret === imap.secret) return;
  await writeIfExpected(
    MailboxEntity.patch({ accountId, mailboxId })
      .set(renewed)
      .where(
        (row, op) =>
          `${op.eq(row.smtp.secret, smtp.secret)} AND ${op.eq(row.imap.secret, imap.secret)}`,
      ),
  );
}
