import { sendAlone } from "@thaw/mail/smtp/send-alone";
import type { RawMail, SmtpOutcome } from "@thaw/mail/smtp/send-smtp";
import { type Aside, returnAside } from "./mailbox-aside.ts";
import { smtpServer } from "./mailbox-login.ts";
import type { MailboxRecord } from "./mailbox-record.ts";

/** Delivers one email while the mailbox is held, and releases the mailbox however that ended. */
export async function deliverAside(
  mailbox: MailboxRecord,
  mail: { to: string; raw: RawMail },
  aside: Aside,
): Promise<SmtpOutcome> {
  const envelope = { from: mailbox.email, to: [mail.to], raw: mail.raw };
  try {
    return await sendAlone(await smtpServer(mailbox), envelope, aside.withinMs);
  } finally {
    await returnAside(mailbox, aside);
  }
}
