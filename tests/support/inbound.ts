import { randomUUID } from "node:crypto";
import { now } from "../../packages/core/src/clock.ts";
import { ingestMail } from "../../packages/core/src/inbox/poll/ingest-mail.ts";
import { findMailbox } from "../../packages/core/src/senders/mailbox/mailbox-record.ts";
import type { World } from "./world.ts";

export type Inbound = {
  from: string;
  /** The To line; the mailbox when not given. */
  to?: string;
  answers?: string;
  subject?: string;
  text?: string;
  html?: string;
  headers?: readonly string[];
  /** When it says that it was written; now when not given. */
  date?: string;
};

/** A mail that arrives in the world's first mailbox now, taken in as a poll does. Gives its Message-ID. */
export async function receive(world: World, mail: Inbound): Promise<string> {
  const mailbox = await mailboxAt(world, 0);
  const messageId = `<${randomUUID()}@${mail.from.split("@")[1]}>`;
  const source = Buffer.from(
    [
      `From: Lee Lead <${mail.from}>`,
      `To: ${mail.to ?? mailbox.email}`,
      `Subject: ${mail.subject ?? "Re: Hello"}`,
      `Date: ${mail.date ?? new Date(now()).toUTCString()}`,
      `Message-ID: ${messageId}`,
      ...(mail.answers ? [`In-Reply-To: ${mail.answers}`, `References: ${mail.answers}`] : []),
      ...(mail.headers ?? []),
      `Content-Type: text/${mail.html ? "html" : "plain"}; charset=utf-8`,
      "",
      mail.html ?? mail.text ?? "Yes, call me.",
      "",
    ].join("\r\n"),
  );
  await ingestRaw(world, source);
  return messageId;
}

/** The same for a mail as its bytes came, in any of the world's mailboxes. */
export async function ingestRaw(world: World, source: Buffer, index = 0): Promise<void> {
  const mailbox = await mailboxAt(world, index);
  const message = {
    uid: 1,
    internalDate: new Date(now()),
    flags: [],
    sizeBytes: source.length,
    source,
    tooLarge: false,
  };
  await ingestMail(mailbox, message, "inbox");
}

async function mailboxAt({ actor, mailboxIds }: World, index: number) {
  const mailbox = await findMailbox(actor.accountId, mailboxIds[index] ?? 0);
  if (!mailbox) throw new Error(`The world has no mailbox ${index}`);
  return mailbox;
}
