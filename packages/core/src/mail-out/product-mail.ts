import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { config } from "../config.ts";

let client: SESv2Client | undefined;
const ses = () => {
  client ??= new SESv2Client({});
  return client;
};

/** Sends a mail of the product itself (never of a campaign) through SES, from the product's address. */
export async function sendProductMail(mail: {
  to: string;
  subject: string;
  text: string;
  html: string;
}): Promise<void> {
  const part = (data: string) => ({ Data: data, Charset: "UTF-8" });
  await ses().send(
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
