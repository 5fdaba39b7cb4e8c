import { stripReply } from "@thaw/mail/message/strip-reply";
import { expect, test } from "vitest";
import { isShortened } from "./is-shortened.ts";

const shortened = (mail: { text: string; html?: string }) => isShortened(mail, stripReply(mail));

test.each([
  ["plain words", { text: "Yes, call me.\r\n\r\nLee" }],
  ["words with empty lines", { text: "\n\nYes,\u00a0call me.  \n\n\n\nLee\n" }],
  [
    "words in HTML",
    { text: "Yes, *call* me.", html: "<div>Yes, <b>call</b> me.</div><div><br></div>" },
  ],
  [
    "a link that shows its address",
    { text: "", html: '<p>See <a href="https://firm.example/a">https://firm.example/a</a></p>' },
  ],
])("an email of %s is shown whole", async (_kind, mail) => {
  expect(await shortened(mail)).toBe(false);
});

test.each([
  ["a quotation", { text: "Yes.\n\nOn Monday, Ada <ada@us.example> wrote:\n> Hello Lee" }],
  ["a quotation in HTML", { text: "", html: "<p>Yes.</p><blockquote>Hello Lee</blockquote>" }],
  ["a signature", { text: "", html: '<p>Yes.</p><div class="gmail_signature">Lee, +49 123</div>' }],
  ["a picture", { text: "Yes.", html: '<p>Yes.</p><img src="cid:1">' }],
  ["a link's target", { text: "", html: '<p>Book <a href="https://cal.example">here</a></p>' }],
])("an email hides %s", async (_what, mail) => {
  expect(await shortened(mail)).toBe(true);
});

test("zero-width characters do not count as shown text", async () => {
  expect(await isShortened({ text: "Yes,\u200b call me.\ue000" }, "Yes, call me.")).toBe(false);
});
