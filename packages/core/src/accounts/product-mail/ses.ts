import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { config } from "../../config.ts";
import type { ProductMail } from "./product-mail-content.ts";

let client: SESv2Client | undefined;

export async function sendThroughSes(mail: ProductMail): Promise<void> {
  client ??= new SESv2Client({});
  const part = (data: string) => ({ Data: data, Charset: "UTF-8" });
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: senderOf(mail),
      ...(mail.from?.replyTo ? { ReplyToAddresses: [mail.from.replyTo] } : {}),
      Destination: { ToAddresses: [mail.to] },
      Content: {
        Simple: {
          Subject: part(mail.subject),
          Body: { Text: part(mail.text), Html: part(mail.html) },
        },
      },
    }),
  );
}

/** Our own address, under another name where the mail is in another's. */
function senderOf({ from }: ProductMail): string {
  const own = config.emailFrom();
  if (!from) return own;
  const address = /<([^<>]+)>/.exec(own)?.[1] ?? own;
  // RFC 5322 3.2.4: what is in quotes may hold anything but quotes, backslashes and line breaks.
  return `${encoded(from.name)} <${address}>`;
}

/** RFC 2047 2: other letters than those of ASCII go as an encoded word. */
const encoded = (name: string) =>
  /^[\x20-\x7e]*$/.test(name)
    ? `"${name.replace(/["\\]/g, "")}"`
    : `=?UTF-8?B?${Buffer.from(name).toString("base64")}?=`;
