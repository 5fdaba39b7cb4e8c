import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { config } from "../config.ts";
import type { ProductMail } from "./product-mail.ts";

let client: SESv2Client | undefined;

export async function sendThroughSes(mail: ProductMail): Promise<void> {
  client ??= new SESv2Client({});
  const part = (data: string) => ({ Data: data, Charset: "UTF-8" });
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: config.emailFrom(),
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
