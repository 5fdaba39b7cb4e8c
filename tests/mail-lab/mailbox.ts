import { randomUUID } from "node:crypto";
import type { MailServer } from "@thaw/mail/host/mail-server";
import type { Security } from "@thaw/mail/host/presets.schema";
import { closeImap, connectImap, type ImapConnection } from "@thaw/mail/imap/connect-imap";
import { closeSmtp, connectSmtp } from "@thaw/mail/smtp/connect-smtp";
import { sendSmtp } from "@thaw/mail/smtp/send-smtp";
import { onTestFinished } from "vitest";
import { paced } from "../../scripts/pace.ts";
import type { MailLab } from "./lab.ts";

/** The SMTP side of a lab user's mailbox, reached by the name in the certificate. */
export function smtpOf(lab: MailLab, user: string, security: Security = "SSL"): MailServer {
  return serverOf(lab, user, { port: lab.smtp[security], security });
}

export function imapOf(lab: MailLab, user: string, security: Security = "SSL"): MailServer {
  return serverOf(lab, user, { port: lab.imap[security], security });
}

function serverOf(
  lab: MailLab,
  user: string,
  place: { port: number; security: Security },
): MailServer {
  return {
    ...place,
    host: lab.servername,
    login: { user, password: lab.password },
    allowPrivate: true,
    extraCa: lab.ca,
    lookup: async () => [lab.host],
  };
}

/** A session that ends with the test. */
export async function openImap(lab: MailLab, user: string): Promise<ImapConnection> {
  const connection = await connectImap(imapOf(lab, user));
  onTestFinished(() => closeImap(connection));
  return connection;
}

export type TestMail = { messageId: string; raw: Buffer };

export function testMail(from: string, to: string, body = "Hello"): TestMail {
  const messageId = `<${randomUUID()}@${from.split("@")[1]}>`;
  const lines = [`From: ${from}`, `To: ${to}`, "Subject: Lab", `Message-ID: ${messageId}`];
  return { messageId, raw: Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}\r\n`) };
}

/** Sends one message and returns the outcome. */
export async function submit(lab: MailLab, from: string, to: string, mail = testMail(from, to)) {
  const connection = await connectSmtp(smtpOf(lab, from));
  const outcome = await sendSmtp(connection, { from, to: [to], raw: mail.raw });
  await closeSmtp(connection);
  return { ...mail, outcome };
}

/** Delivery goes through queues, so what a test looks for comes a moment later. */
export async function eventually<Result>(look: () => Promise<Result | undefined>): Promise<Result> {
  const end = Date.now() + paced(15_000);
  while (Date.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("It did not happen within 15 seconds");
}
