import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { closeImap, connectImap } from "@thaw/mail/imap/connect-imap";
import { pollFolder } from "@thaw/mail/imap/poll-folder";
import { type ReceivedMessage, readMessage } from "@thaw/mail/message/read-message";
import { closeSmtp, connectSmtp } from "@thaw/mail/smtp/connect-smtp";
import { sendSmtp } from "@thaw/mail/smtp/send-smtp";
import type { MailLab } from "../../mail-lab/lab.ts";

const BROWSER =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";

const serverOf = (lab: MailLab, user: string, port: number) => ({
  host: lab.host,
  port,
  security: "None" as const,
  login: { user, password: lab.password },
  allowPrivate: true,
});

/** Waits until a mail with these words in its subject is in the person's inbox. */
export async function awaitMail(
  lab: MailLab,
  user: string,
  subject: RegExp,
  seconds = 150,
): Promise<ReceivedMessage> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const connection = await connectImap(serverOf(lab, user, lab.imap.None));
    const poll = await pollFolder(connection, "INBOX", {
      since: new Date(Date.now() - 86_400_000),
    });
    for await (const { source } of poll.messages) {
      const mail = await readMessage(source);
      if (subject.test(mail.subject)) {
        await closeImap(connection);
        return mail;
      }
    }
    await closeImap(connection);
    await sleep(1_000);
  }
  throw new Error(`No mail with ${subject} reached ${user}`);
}

/** Shows the mail as a mail program does, and follows its first link. Gives where the link leads. */
export async function openAndClick(mail: ReceivedMessage): Promise<string> {
  const pixel = /<img[^>]+src="([^"]+\.gif)"/.exec(mail.html ?? "")?.[1] ?? "";
  const link = /<a[^>]+href="([^"]+\/c\/[^"]+)"/.exec(mail.html ?? "")?.[1] ?? "";
  const headers = { "user-agent": BROWSER };
  const image = await fetch(pixel, { headers });
  if (image.headers.get("content-type") !== "image/gif") throw new Error("The pixel is no image");
  const click = await fetch(link, { headers, redirect: "manual" });
  return click.headers.get("location") ?? "";
}

/** Answers a mail as the person would, quoting it. */
export async function answer(
  lab: MailLab,
  user: string,
  mail: ReceivedMessage,
  text: string,
): Promise<void> {
  const to = mail.from?.address ?? "";
  const raw = [
    `From: Bea Berg <${user}>`,
    `To: ${to}`,
    `Subject: Re: ${mail.subject}`,
    `Message-ID: <${randomUUID()}@${user.split("@")[1]}>`,
    `In-Reply-To: ${mail.messageId}`,
    `References: ${mail.messageId}`,
    `Date: ${new Date().toUTCString()}`,
    "",
    text,
    "",
    `On Monday, ${to} wrote:`,
    ...mail.text.split("\n").map((line) => `> ${line}`),
  ].join("\r\n");
  const connection = await connectSmtp(serverOf(lab, user, lab.smtp.None));
  const outcome = await sendSmtp(connection, { from: user, to: [to], raw: Buffer.from(raw) });
  await closeSmtp(connection);
  if (outcome.kind !== "sent") throw new Error(`The answer was refused: ${outcome.text}`);
}
