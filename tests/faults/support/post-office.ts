import { randomUUID } from "node:crypto";
import { now } from "@thaw/core/clock";
import { type ImapBox, startImapBox } from "@thaw/local/demo/imap-box";
import { type SunkMail, startSink } from "../../support/sink.ts";
import { chance } from "./chance.ts";

const PASSWORD = "secret";

/** What one mailbox has to be connected with. */
export type ServerAccount = { email: string; smtpPort: number; imapPort: number; password: string };
export type Answer = { from: string; messageId: string };

/**
 * Mail servers outside the product, which live on while it dies: one takes what it sends, and each mailbox has an IMAP
 * server of its own. The first half of them keeps what was sent in Sent; some mails are answered.
 */
export async function openPostOffice(addresses: readonly string[], share: number) {
  const draw = chance("answers");
  const boxes = new Map<string, ImapBox>();
  const answers: Answer[] = [];
  let isOpen = true;
  const sink = await startSink({
    beforeAccept(mail) {
      const box = boxes.get(mail.from);
      const keeps = addresses.indexOf(mail.from) < addresses.length / 2;
      if (keeps) box?.append("Sent", Buffer.from(mail.raw), now());
      if (!box || !isOpen || draw() >= share || isThread(mail)) return;
      const answer = answerTo(mail);
      answers.push({ from: mail.to[0] ?? "", messageId: answer.messageId });
      box.append("INBOX", answer.raw, now());
    },
  });
  for (const address of addresses) {
    boxes.set(address, await startImapBox({ address, password: PASSWORD, port: 0 }));
  }
  return {
    mails: sink.mails,
    answers,
    places: addresses.map(
      (email): ServerAccount => ({
        email,
        smtpPort: sink.port,
        imapPort: boxes.get(email)?.port ?? 0,
        password: PASSWORD,
      }),
    ),
    /** Nobody answers any more. */
    close() {
      isOpen = false;
    },
  };
}

export const messageIdOf = ({ raw }: SunkMail) => /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? "";

/** A mail of a conversation and no first mail of a campaign. */
export const isThread = ({ raw }: SunkMail) => /^In-Reply-To:/im.test(raw);

function answerTo(mail: SunkMail) {
  const from = mail.to[0] ?? "";
  const messageId = `<${randomUUID()}@${from.split("@")[1]}>`;
  const about = messageIdOf(mail);
  const lines = [
    `From: ${from}`,
    `To: ${mail.from}`,
    "Subject: Re: Hello",
    `Date: ${new Date(now()).toUTCString()}`,
    `Message-ID: ${messageId}`,
    `In-Reply-To: ${about}`,
    `References: ${about}`,
    "Content-Type: text/plain",
    "",
    "Yes, call me.",
  ];
  return { messageId, raw: Buffer.from(`${lines.join("\r\n")}\r\n`) };
}
