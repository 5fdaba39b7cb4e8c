import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { closeImap, connectImap } from "@thaw/mail/imap/connect-imap";
import type { Product } from "./product.ts";

export type HtmlMail = {
  from: string;
  to: string;
  subject: string;
  html: string;
  /** Message-ID of the mail that its conversation began with. */
  root?: string;
};

/** What is dated later than the product's clock, however fast that is, has arrived now. */
const LATER = new Date("2099-12-31T12:00:00Z");

/** Puts mails into a mailbox of the demo world, as its server would have taken them in from anyone. */
export async function deliverHtml(demo: Product, mails: readonly HtmlMail[]): Promise<void> {
  const [to] = new Set(mails.map((mail) => mail.to));
  const box = boxOf(demo, to ?? "");
  const connection = await connectImap({
    host: "127.0.0.1",
    port: Number(box.port),
    security: "None",
    login: { user: String(box.address), password: String(box.password) },
    allowPrivate: true,
  });
  for (const mail of mails) await connection.client.append("INBOX", rawOf(mail), [], LATER);
  await closeImap(connection);
}

function boxOf(demo: Product, address: string) {
  const store = new DatabaseSync(join(demo.data, "demo/demo.sqlite"), { readOnly: true });
  const box = store.prepare("SELECT address, password, port FROM box WHERE address = ?");
  const found = box.get(address);
  store.close();
  if (!found) throw new Error(`The demo world has no mailbox ${address}`);
  return found;
}

function rawOf({ from, to, subject, html, root }: HtmlMail): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@${from.split("@")[1]}>`,
    ...(root ? [`References: ${root}`] : []),
    `Date: ${LATER.toUTCString()}`,
    "MIME-Version: 1.0",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(html).toString("base64").replace(/.{76}/g, "$&\r\n"),
    "",
  ].join("\r\n");
}
