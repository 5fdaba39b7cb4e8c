import MailComposer from "nodemailer/lib/mail-composer";
import { expect, test } from "vitest";
import { writeMime } from "./write-mime.ts";

const LONG =
  "A line that is a good deal longer than the seventy-six characters of a line in a mail.";

const TEXTS: Record<string, string> = {
  "short lines": "Hi Bob,\r\n\r\nbest,\r\nAna\r\n",
  "no break at the end": "Hi Bob",
  "a carriage return at the end": "Hi Bob\r",
  "breaks of another system": "Hi Bob,\n\nbest,\n\nAna\n",
  "lone carriage returns": "Hi\rBob\r\r\nAna",
  "long lines": `${LONG} `.repeat(40).trim(),
  "spaces at the end of lines": "Hi \r\nBob\t\r\nAna   ",
  "dots and equals signs": ".\r\n..\r\n=3D = .hidden\r\nFrom here",
  "a few letters with accents": `Grüße aus Köln, Éva! ${LONG}`,
  "another script": "こんにちは、世界。".repeat(40),
  emoji: "👋🏽👨‍👩‍👧 ".repeat(60),
  "half a character": "cut \ud83d off",
};

/** Its streams take these apart in the middle. */
const APART: Record<string, string> = {
  "a whole newsletter": `<p>${LONG} Grüße</p>\n`.repeat(900),
  "a space after all": `${LONG} Grüße `,
};

const MAIL = {
  from: { name: "Çelik, Éva", address: "eva@sender.example" },
  to: [{ name: "", address: "jürgen@lead.example" }],
  subject: "Grüße 👋 and a subject that goes on for longer than one line of a header may be",
  messageId: "<send-1@sender.example>",
  references: "<a@sender.example> <b@sender.example>",
  headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  date: new Date("2025-03-04T05:06:07Z"),
  // Otherwise by chance.
  baseBoundary: "boundary",
  newline: "windows",
};

/** What is written, and what the library would stream. */
async function both(content: { text?: string; html?: string }) {
  const compile = () => new MailComposer({ ...MAIL, ...content }).compile();
  return [writeMime(compile()).toString(), (await compile().build()).toString()] as const;
}

const alternatives = (text: string) => [{ text }, { html: text }, { text, html: `<b>${text}</b>` }];

test.each(Object.entries(TEXTS))("%s: the bytes that the library streams", async (_, text) => {
  for (const content of alternatives(text)) {
    const [written, streamed] = await both(content);
    expect(written).toBe(streamed);
  }
});

test.each(Object.entries(APART))("%s: the same but for where lines end", async (_, text) => {
  for (const content of alternatives(text)) {
    const [written, streamed] = await both(content);
    expect(written.replaceAll("=\r\n", "")).toBe(streamed.replaceAll("=\r\n", ""));
    expect(Math.max(...written.split("\r\n").map(({ length }) => length))).toBeLessThan(77);
  }
});

test("a mail without a word has its fields all the same", async () => {
  const [written, streamed] = await both({});
  expect(written).toBe(streamed);
});
