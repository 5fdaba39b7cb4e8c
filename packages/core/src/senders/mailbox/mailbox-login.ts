import { readFileSync } from "node:fs";
import type { MailServer } from "@thaw/mail/host/mail-server";
import type { SmtpServer } from "@thaw/mail/smtp/connect-smtp";
import { config } from "../../config.ts";
import { decryptSecret } from "../../kernel/secret/secret.ts";
import type { MailboxRecord } from "./mailbox-record.ts";

let extraCa: string | undefined;

/** Where a mailbox sends, with its login opened, which asks for the key that wraps it. Never leaves the process. */
export async function smtpServer(mailbox: MailboxRecord): Promise<SmtpServer> {
  const clientName = mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1);
  return { ...(await serverOf(mailbox, "smtp")), clientName };
}

/** Where it is read; the same. */
export const imapServer = (mailbox: MailboxRecord): Promise<MailServer> =>
  serverOf(mailbox, "imap");

async function serverOf(mailbox: MailboxRecord, side: "smtp" | "imap"): Promise<MailServer> {
  const { host, port, security, user, secret } = mailbox[side];
  const password = await decryptSecret(secret, {
    accountId: mailbox.accountId,
    mailboxId: mailbox.mailboxId,
    field: `${side}.password`,
  });
  return { host, port, security, login: { user, password }, ...networkRules() };
}

/** What the operator of one machine allows besides the public internet. */
export function networkRules(): Pick<MailServer, "allowPrivate" | "onlyLoopback" | "extraCa"> {
  const file = config.mailCaFile();
  if (file !== undefined) extraCa ??= readFileSync(file, "utf8");
  const onlyLoopback = config.onlyLoopbackMailHosts();
  return {
    allowPrivate: onlyLoopback || config.allowPrivateMailHosts(),
    onlyLoopback,
    ...(extraCa === undefined ? {} : { extraCa }),
  };
}
