import { type ReceivedMessage, readMessage } from "@thaw/mail/message/read-message";
import type { Letter } from "./act.ts";

const MAX_QUOTED = 2000;

/** What someone sees of a mail from the product; undefined for what is none. */
export async function readLetter(raw: Buffer): Promise<Letter | undefined> {
  const mail = await readMessage(raw);
  const { from, messageId } = mail;
  const to = mail.headers.get("delivered-to")?.trim();
  if (!to || !from || !messageId) return undefined;
  return {
    to,
    from: from.address,
    fromName: from.name || from.address,
    subject: mail.subject,
    messageId,
    references: mail.references,
    date: mail.date ?? "",
    text: mail.text.slice(0, MAX_QUOTED),
    ...addressesIn(mail),
  };
}

function addressesIn({ html = "", headers }: ReceivedMessage) {
  const first = (pattern: RegExp, text: string) =>
    pattern.exec(text)?.[1]?.replaceAll("&amp;", "&");
  const pixel = first(/<img[^<>]*?\bsrc="([^"]*\/o\/[^"]*)"/i, html);
  const link = first(/<a\b[^<>]*?\bhref="([^"]*\/c\/[^"]*)"/i, html);
  const unsubscribe = first(/<(https?:[^<>]*)>/, headers.get("list-unsubscribe") ?? "");
  return {
    ...(pixel ? { pixel } : {}),
    ...(link ? { link } : {}),
    ...(unsubscribe ? { unsubscribe } : {}),
  };
}
