import type { MailServer, MailTimeouts } from "@thaw/mail/host/mail-server";
import { HostError } from "@thaw/mail/host/resolve-host";
import { ImapError } from "@thaw/mail/imap/imap-error";
import { verifyImap } from "@thaw/mail/imap/verify-imap";
import { SmtpError } from "@thaw/mail/smtp/smtp-error";
import { verifySmtp } from "@thaw/mail/smtp/verify-smtp";
import { say } from "@thaw/text/say";
import { saysWrongPassword } from "../../accounts/login/password-failure.ts";
import { AppError, type FieldErrors } from "../../error.ts";
import type { ReconnectMailbox } from "./mailbox.schema.ts";
import { networkRules } from "./mailbox-login.ts";

/** Someone waits at the form: a host that says nothing is given up within 15 seconds. */
const PATIENCE: MailTimeouts = { connect: 6_000, greeting: 8_000, silence: 15_000 };

type Sides = Omit<ReconnectMailbox, "mailbox_id" | "password"> & {
  email: string;
  password: string;
};

/**
 * Signs in to both sides of a mailbox and leaves again (MBX-11).
 *
 * @throws AppError invalid that says for each side what its server answered: at the password where the login is refused, at the
 * port where it is none for mail, else at the host
 */
export async function checkBothSides(mailbox: Sides): Promise<void> {
  const login = { user: mailbox.user_name || mailbox.email, password: mailbox.password };
  const shared = { login, timeouts: PATIENCE, ...networkRules() };
  const smtp: MailServer = {
    host: mailbox.smtp_host,
    port: mailbox.smtp_port,
    security: mailbox.smtp_security,
    ...shared,
  };
  const imap: MailServer = {
    host: mailbox.imap_host,
    port: mailbox.imap_port,
    security: mailbox.imap_security,
    ...shared,
  };
  const clientName = mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1);
  const refusals = await Promise.all([
    refusalOf("smtp_host", verifySmtp({ ...smtp, clientName })),
    refusalOf("imap_host", verifyImap(imap)),
  ]);
  const fields: FieldErrors = {};
  for (const refusal of refusals) {
    if (!refusal) continue;
    const { field, reason } = refusal;
    fields[field] = [...(fields[field] ?? []), say("mailbox.serverSaid", { reason })];
  }
  const reasons = refusals.flatMap((refusal) => refusal?.reason ?? []);
  if (reasons.length === 0) return;
  throw new AppError("invalid", "mailbox.notConnected", { reasons: reasons.join(" · ") }, fields);
}

const PORTS = { smtp_host: "smtp_port", imap_host: "imap_port" } as const;
type Host = keyof typeof PORTS;
type Refusal = { field: Host | (typeof PORTS)[Host] | "password"; reason: string };

async function refusalOf(host: Host, check: Promise<void>): Promise<Refusal | undefined> {
  const side = host === "smtp_host" ? "SMTP" : "IMAP";
  try {
    await check;
    return undefined;
  } catch (error) {
    if (error instanceof SmtpError || error instanceof ImapError) {
      const kind = error instanceof SmtpError ? error.failure.kind : error.kind;
      // Some servers give a refused login the code of another trouble.
      const isRefused = kind === "mailbox-auth" || saysWrongPassword(error.message);
      const serverField = isPortRefused(error.cause) ? PORTS[host] : host;
      const field = isRefused ? "password" : serverField;
      return { field, reason: `${side}: ${error.message}` };
    }
    throw error;
  }
}

const isPortRefused = (cause: unknown) =>
  cause instanceof HostError && cause.code === "port_refused";
