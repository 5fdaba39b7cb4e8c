import { expect, test } from "vitest";
import { composeMessage, type OutgoingMessage } from "./compose-message.ts";
import { readMessage } from "./read-message.ts";
import { capReferences, continueThread } from "./thread-headers.ts";

const MAIL: OutgoingMessage = {
  from: { name: "Ana", address: "ana@sender.example" },
  to: [{ name: "Bob", address: "bob@lead.example" }],
  subject: "Hello",
  html: "<p>Hi <b>Bob</b></p>",
  messageId: "<send-1@sender.example>",
  date: new Date("2025-03-04T05:06:07Z"),
};

async function compose(change: Partial<OutgoingMessage>) {
  const { raw } = await composeMessage({ ...MAIL, ...change });
  return { wire: raw.toString(), read: await readMessage(raw) };
}

test("a mail read back says what was composed", async () => {
  const { read } = await compose({
    cc: [{ name: "Çelik, Éva", address: "eva@lead.example" }],
    subject: "Grüße 👋",
  });
  expect(read).toMatchObject({
    messageId: MAIL.messageId,
    from: { name: "Ana", address: "ana@sender.example" },
    to: [{ name: "Bob", address: "bob@lead.example" }],
    cc: [{ name: "Çelik, Éva", address: "eva@lead.example" }],
    subject: "Grüße 👋",
    date: "2025-03-04T05:06:07.000Z",
    text: "Hi Bob",
    html: "<p>Hi <b>Bob</b></p>",
  });
});

test("HTML gets the text beside it that it lacks", async () => {
  const { wire } = await compose({});
  expect(wire).toMatch(/Content-Type: text\/plain; charset=utf-8\r\n[^<]*\r\n\r\nHi Bob\r\n/);
});

test("without HTML the mail is one part of plain text", async () => {
  const { html: _html, ...plain } = MAIL;
  const { raw } = await composeMessage({ ...plain, text: "Only text" });
  const read = await readMessage(raw);
  expect(read.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(read).toMatchObject({ text: "Only text" });
  expect(read.html).toBeUndefined();
});

test("both one-click headers are there, the address unbroken however long [LEAD-25]", async () => {
  const url = `https://t.sender.example/u/${"x-y.".repeat(225)}`;
  const { wire, read } = await compose({
    unsubscribe: { url, mailto: "stop@sender.example?subject=stop" },
  });
  expect(read.headers.get("list-unsubscribe")).toBe(
    `<${url}>, <mailto:stop@sender.example?subject=stop>`,
  );
  expect(wire).toContain(`<${url}>`);
  expect(wire).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
});

test("a line break in any value begins no header", async () => {
  const evil = "x\r\nBcc: victim@evil.example\r\n\r\n<script>";
  const { read } = await compose({
    from: { name: evil, address: "ana@sender.example" },
    to: [{ name: evil, address: "bob@lead.example" }],
    subject: evil,
    messageId: "<a@b.example>\r\nBcc: victim@evil.example",
    inReplyTo: "<a@b.example>\r\nBcc: victim@evil.example",
    references: ["<a@b.example>\r\nBcc: victim@evil.example"],
    headers: { "X-Campaign": evil, "X-Bad\r\nBcc": "victim@evil.example" },
    unsubscribe: { url: "https://t.example/u>\r\nBcc: victim@evil.example" },
    attachments: [{ fileName: evil, contentType: "text/plain", content: Buffer.from("a") }],
  });
  expect(read.headers.has("bcc")).toBe(false);
  expect(read.text).toBe("Hi Bob");
  const composed = await composeMessage({ ...MAIL, messageId: "<a@b.example>\r\n" });
  expect(composed.messageId).toBe("<a@b.example>");
});

test("a follow-up of a thread carries Re:, In-Reply-To and the chain; a new subject none [SEQ-10]", async () => {
  const previous = {
    messageId: "<2@s.example>",
    subject: "Re: RE: Hello",
    references: ["<1@s.example>"],
  };
  const { read } = await compose({ ...continueThread(previous) });
  expect(read).toMatchObject({
    subject: "Re: Hello",
    inReplyTo: "<2@s.example>",
    references: ["<1@s.example>", "<2@s.example>"],
  });
  const fresh = await compose({ subject: "Something else" });
  expect(fresh.read.inReplyTo).toBeUndefined();
  expect(fresh.read.references).toEqual([]);
  expect(fresh.wire).not.toMatch(/^(?:in-reply-to|references):/im);
});

test("a long chain keeps its root and its newest members", () => {
  const chain = Array.from({ length: 100 }, (_, index) => `<${index}@s.example>`);
  const kept = capReferences([...chain, "<99@s.example>", "no id"]);
  expect(kept).toHaveLength(20);
  expect([kept[0], kept[1], kept[19]]).toEqual([
    "<0@s.example>",
    "<81@s.example>",
    "<99@s.example>",
  ]);
});

test("attachments arrive with name, type and size", async () => {
  const content = Buffer.alloc(10_000, "pdf");
  const { read } = await compose({
    attachments: [{ fileName: "Angebot März.pdf", contentType: "application/pdf", content }],
  });
  expect(read.attachments).toEqual([
    { fileName: "Angebot März.pdf", contentType: "application/pdf", sizeBytes: 10_000 },
  ]);
});
