import { commit, TransactionRefused } from "@thaw/data/transact";
import type { MailServer } from "@thaw/mail/host/mail-server";
import { ImapError } from "@thaw/mail/imap/imap-error";
import { verifyImap } from "@thaw/mail/imap/verify-imap";
import { SmtpError } from "@thaw/mail/smtp/smtp-error";
import { verifySmtp } from "@thaw/mail/smtp/verify-smtp";
import { dropClaim, takeClaim } from "../claim/claim.ts";
import { nowIso } from "../clock.ts";
import { AppError, type FieldErrors } from "../error.ts";
import { nextId } from "../id-block/id-block.ts";
import { operation } from "../operation.ts";
import { encryptSecret } from "../secret/secret.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { ConnectMailbox, Mailbox } from "./mailbox.schema.ts";
import { type MailboxRecord, toMailbox } from "./mailbox.ts";
import { networkRules } from "./mailbox-login.ts";
import { POLL_SHARDS } from "./mailbox-poll.ts";
import { newSlot } from "./mailbox-slot.ts";

const MINUTE = 60_000;

const claimOf = (accountId: number, email: string) => ({
  scope: accountId,
  kind: "mailbox-email",
  value: email,
});

/** Connects a mailbox after a live login on both sides (MBX-11). */
export const connectMailbox = operation({
  permission: "mailboxes:write",
  input: ConnectMailbox,
  output: Mailbox,
  async run(actor, input) {
    await checkBothSides(input);
    return toMailbox(await storeMailbox(actor, input));
  },
});

/** @throws AppError invalid that says for each side what its server answered */
async function checkBothSides(input: ConnectMailbox): Promise<void> {
  const login = { user: input.user_name || input.email, password: input.password };
  const smtp: MailServer = {
    host: input.smtp_host,
    port: input.smtp_port,
    security: input.smtp_security,
    login,
    ...networkRules(),
  };
  const imap: MailServer = {
    host: input.imap_host,
    port: input.imap_port,
    security: input.imap_security,
    login,
    ...networkRules(),
  };
  const [smtpWords, imapWords] = await Promise.all([
    wordsOf(verifySmtp(smtp)),
    wordsOf(verifyImap(imap)),
  ]);
  const fields: FieldErrors = {
    ...(smtpWords ? { smtp_host: [`SMTP: ${smtpWords}`] } : {}),
    ...(imapWords ? { imap_host: [`IMAP: ${imapWords}`] } : {}),
  };
  const messages = Object.values(fields).flat();
  if (messages.length === 0) return;
  throw new AppError("invalid", `The mailbox is not connected. ${messages.join(" · ")}`, fields);
}

async function wordsOf(check: Promise<void>): Promise<string | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (error instanceof SmtpError || error instanceof ImapError) return error.message;
    throw error;
  }
}

/** Stores a mailbox whose logins were tried: the record, its slot and its address in one transaction. */
export async function storeMailbox(
  { accountId, userId }: { accountId: number; userId: number },
  input: ConnectMailbox,
): Promise<MailboxRecord> {
  const mailboxId = await nextId(accountId, "mailbox");
  const seal = (side: "smtp" | "imap") =>
    encryptSecret(input.password, { accountId, mailboxId, field: `${side}.password` });
  const user = input.user_name || input.email;
  const at = nowIso();
  const mailbox: MailboxRecord = {
    accountId,
    mailboxId,
    provider: input.provider,
    email: input.email,
    fromName: input.from_name,
    smtp: {
      host: input.smtp_host,
      port: input.smtp_port,
      security: input.smtp_security,
      user,
      secret: await seal("smtp"),
    },
    imap: {
      host: input.imap_host,
      port: input.imap_port,
      security: input.imap_security,
      user,
      secret: await seal("imap"),
    },
    dailyLimit: input.daily_limit,
    minGapMinutes: input.min_gap_minutes,
    connectionState: "CONNECTED",
    pollShard: mailboxId % POLL_SHARDS,
    nextPollAt: at,
    createdAt: at,
    createdBy: userId,
  };
  try {
    await commit([
      takeClaim(claimOf(accountId, input.email), { accountId, ownerId: mailboxId }),
      MailboxEntity.create(mailbox),
      newSlot(
        { accountId, mailboxId },
        {
          dailyLimit: input.daily_limit,
          minGapMs: input.min_gap_minutes * MINUTE,
          sending: "on",
        },
      ),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw new AppError("conflict", `${input.email} is connected already`, {
      email: ["This mailbox is connected already"],
    });
  }
  return mailbox;
}

/** Removes a mailbox and its secrets at once; its address may be connected again. */
export async function removeMailbox(mailbox: MailboxRecord): Promise<void> {
  const { accountId, mailboxId, email } = mailbox;
  await commit([
    MailboxEntity.delete({ accountId, mailboxId }),
    dropClaim(claimOf(accountId, email)),
  ]);
}
