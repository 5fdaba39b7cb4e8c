import { commit } from "@thaw/data/transact";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import type { Actor } from "../../actor.ts";
import { AppError, notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { reopenSlot } from "../send-slot/send-slot.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { Mailbox, ReconnectMailbox } from "./mailbox.schema.ts";
import { returnAside, takeAsideSoon } from "./mailbox-aside.ts";
import { sealedServers } from "./mailbox-connect.ts";
import { forgetCursor } from "./mailbox-cursor.ts";
import { smtpServer } from "./mailbox-login.ts";
import { findMailbox, type MailboxRecord, requireMailbox, toMailbox } from "./mailbox-record.ts";
import { readOften } from "./read-often.ts";

/** DISCONNECTED or ERROR → CONNECTED after a live login on both sides; sending and reading go on at once. */
export const reconnectMailbox = operation({
  permission: "mailboxes:write",
  opensSecrets: "reconnectMailbox",
  input: ReconnectMailbox,
  output: Mailbox,
  async run(actor, input) {
    const { accountId } = actor;
    const before = await requireMailbox(accountId, input.mailbox_id);
    const password = input.password || (await keptPassword(before, input));
    const next = { ...input, email: before.email, password };
    const { checkBothSides } = await import("./mailbox-check.ts");
    const aside = await takeAsideSoon(before);
    try {
      await checkBothSides(next);
    } finally {
      await returnAside(before, aside);
    }
    const servers = await sealedServers({ accountId, mailboxId: before.mailboxId }, next);
    await reopen(actor, before, servers);
    const after = await findMailbox(accountId, before.mailboxId);
    if (!after) throw notFound("mailbox");
    return toMailbox(after);
  },
});

/** The kept password goes only to the servers that it was given for: anyone who names another host types it again. */
async function keptPassword(before: MailboxRecord, input: ReconnectMailbox): Promise<string> {
  const { smtp, imap, email } = before;
  const isSame =
    smtp.host === input.smtp_host &&
    smtp.port === input.smtp_port &&
    smtp.security === input.smtp_security &&
    imap.host === input.imap_host &&
    imap.port === input.imap_port &&
    imap.security === input.imap_security &&
    smtp.user === (input.user_name || email);
  const { login } = await smtpServer(before);
  if (isSame && "password" in login) return login.password;
  throw AppError.at("invalid", "password", "mailbox.passwordNeeded");
}

async function reopen(
  actor: Actor,
  before: MailboxRecord,
  servers: Pick<MailboxRecord, "smtp" | "imap">,
): Promise<void> {
  const { accountId, mailboxId, imap } = before;
  const key = { accountId, mailboxId };
  const isOtherStore = imap.host !== servers.imap.host || imap.user !== servers.imap.user;
  const mailbox = MailboxEntity.patch(key).set({
    ...servers,
    connectionState: "CONNECTED",
    consecutiveFailures: 0,
    ...readOften(key),
  });
  const act = recordAct(actor, { action: "mailbox_reconnected", target: before.email });
  await commit([mailbox, reopenSlot(key), act, ...(isOtherStore ? [forgetCursor(key)] : [])], {
    otherwise: () => notFound("mailbox"),
  });
}
