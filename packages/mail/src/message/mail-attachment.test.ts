import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { composeMessage, type OutgoingMessage } from "./compose-message.ts";
import { attachTo, encodeAttachment } from "./mail-attachment.ts";
import { readAttachment } from "./read-attachment.ts";
import { readMessage } from "./read-message.ts";

const MAIL: OutgoingMessage = {
  from: { name: "Ana", address: "ana@sender.example" },
  to: [{ name: "Bob", address: "bob@lead.example" }],
  subject: "Grüße 👋 an alle, die so lange Betreffzeilen noch lesen, bis sie umbrochen werden",
  html: "<p>Hi <b>Bob</b></p>",
  messageId: "<send-1@sender.example>",
  date: new Date("2025-03-04T05:06:07Z"),
  unsubscribe: { url: "https://t.example/u/x", mailto: "stop@sender.example" },
};
const LONG_NAME =
  "Angebot für Ümläute und sehr lange Namen – 2026 👋 noch länger als alles andere.pdf";

test("a mail with attachments reads like the one without, and returns each file back byte by byte", async () => {
  const files = [
    { fileName: LONG_NAME, contentType: "application/pdf", content: randomBytes(100_000) },
    { fileName: 'a "b"; c.txt', contentType: "text/plain", content: Buffer.from("x\r\n.\r\ny") },
    { fileName: "57.bin", contentType: "application/octet-stream", content: randomBytes(57) },
  ];
  const { raw } = await composeMessage(MAIL);
  const whole = Buffer.concat(attachTo(raw, files.map(encodeAttachment)));
  const [plain, read] = [await readMessage(raw), await readMessage(whole)];
  expect(read).toMatchObject({
    messageId: plain.messageId,
    from: plain.from,
    subject: MAIL.subject,
    date: plain.date,
    text: plain.text,
    html: plain.html,
  });
  for (const name of ["list-unsubscribe", "list-unsubscribe-post", "mime-version"]) {
    expect(read.headers.get(name)).toBe(plain.headers.get(name));
  }
  expect(read.headers.get("content-type")).toMatch(/^multipart\/mixed;/);
  expect(read.attachments).toMatchObject(
    files.map(({ fileName, contentType, content }) => ({
      fileName,
      contentType,
      sizeBytes: content.length,
    })),
  );
  for (const [index, { content }] of files.entries()) {
    expect((await readAttachment(whole, index))?.content.equals(content)).toBe(true);
  }
});

test("long names are in RFC 2231's form and lines of base64 have at most 76 characters", async () => {
  const part = encodeAttachment({
    fileName: LONG_NAME,
    contentType: "application/pdf",
    content: randomBytes(57 * 16_384 + 1),
  }).toString();
  expect(part).toMatch(/^Content-Disposition: attachment;\r\n filename\*0\*=utf-8''Angebot%20f/m);
  expect(part).not.toMatch(/^(Date|Message-ID|MIME-Version):/im);
  const [fields = "", body = ""] = part.split("\r\n\r\n", 2);
  expect(Math.max(...fields.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78);
  const lines = body.split("\r\n");
  expect(Math.max(...lines.map((line) => line.length))).toBe(76);
  expect(lines.at(-1)).not.toBe("");
});

test("a line break in a name begins no header", () => {
  const fileName = "x.pdf\r\nBcc: victim@evil.example\r\n\r\n<script>";
  const part = encodeAttachment({
    fileName,
    contentType: "application/pdf\r\nX-Evil: 1",
    content: Buffer.from("a"),
  }).toString();
  expect(part).not.toMatch(/^(Bcc|X-Evil):/im);
});

test("mails share the bytes of an attachment", async () => {
  const part = encodeAttachment({
    fileName: "a.txt",
    contentType: "text/plain",
    content: Buffer.from("a"),
  });
  const { raw } = await composeMessage(MAIL);
  expect(attachTo(raw, [part])).toContain(part);
});
