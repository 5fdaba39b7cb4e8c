import { expect, test } from "vitest";
import { paced } from "../../../../scripts/pace.ts";
import { stripReply } from "./strip-reply.ts";

const TEXTS: [client: string, text: string][] = [
  [
    "Gmail",
    "Yes please\n\nOn Mon, Mar 3, 2025 at 10:00 AM Ana <ana@s.example> wrote:\n\n> old\n> older",
  ],
  [
    "a broken attribution",
    "Yes please\n\nOn Mon, Mar 3, 2025 at 10:00 AM Ana Long Name\n<ana@s.example> wrote:\n\n> old",
  ],
  [
    "Outlook",
    "Yes please\n\n________________________________\nFrom: Ana <ana@s.example>\nSent: Monday\nTo: Bob\nSubject: Hello\n\nold",
  ],
  ["Outlook in German", "Yes please\n\nVon: Ana\nGesendet: Montag\nAn: Bob\nBetreff: Hello\n\nold"],
  ["Outlook in French", "Yes please\n\nDe : Ana\nEnvoyé : lundi\nÀ : Bob\nObjet : Hello\n\nold"],
  ["an original below a rule", "Yes please\n\n-----Original Message-----\nFrom: Ana\n\nold"],
  [
    "German Gmail",
    "Yes please\n\nAm Mo., 3. März 2025 um 10:00 Uhr schrieb Ana <ana@s.example>:\n\n> old",
  ],
  ["Hindi Gmail", "Yes please\n\n3 मार्च 2025 को 10:00 पर Ana <ana@s.example> ने लिखा:\n\n> old"],
  ["a signature", "Yes please\n\n-- \nBob\nCEO"],
  ["a phone", "Yes please\n\nSent from my iPhone"],
  [
    "a mailing list",
    "Yes please\n\n_______________________________________________\nlist@l.example",
  ],
];

test.each(TEXTS)("%s: only the new words stay", (_client, text) => {
  expect(stripReply({ text })).toBe("Yes please");
  expect(stripReply({ text: text.replaceAll("\n", "\r\n") })).toBe("Yes please");
});

test("answers between quotations are kept in order", () => {
  expect(stripReply({ text: "> first?\n\nNo.\n\n> second?\n\nYes." })).toBe("No.\nYes.");
});

const KEPT: [where: string, text: string, own: string][] = [
  ["right below a quotation in format=flowed", "> Hi\nHello", "Hello"],
  [
    "right below an attribution and a quotation",
    "On Mon, Mar 3, 2025 at 10:00 AM Ana <ana@s.example> wrote:\n> Shall we?\nYes, on Tuesday.\n",
    "Yes, on Tuesday.",
  ],
  ["between quoted lines without a blank line", "> one?\nNo.\n> two?\nYes.", "No.\nYes."],
  [
    "below an original that is quoted line by line",
    "-----Original Message-----\nFrom: Ana\nSent: Monday\nTo: Bob\nSubject: Hello\n\n> Shall we?\n\nYes, on Tuesday.",
    "Yes, on Tuesday.",
  ],
  [
    "above and below such an original",
    "See below.\n\n-----Original Message-----\nFrom: Ana\n\n> Shall we?\n\nYes, on Tuesday.",
    "See below.\nYes, on Tuesday.",
  ],
  [
    "before a quotation that it introduces",
    "My answer to point 2:\n\n> two?\n\nYes.",
    "My answer to point 2:\nYes.",
  ],
];

test.each(KEPT)("words of a person %s stay", (_where, text, own) => {
  expect(stripReply({ text }).replace(/\n+/g, "\n")).toBe(own);
});

const WHOLE: [what: string, text: string, kept: string][] = [
  [
    "an original without any mark of quotation",
    "-----Original Message-----\nFrom: Ana\n\nYes, on Tuesday.",
    "Yes, on Tuesday.",
  ],
  [
    "an attribution without any mark of quotation",
    "On Mon, Mar 3, 2025 at 10:00 AM Ana <ana@s.example> wrote:\n\nYes, on Tuesday.",
    "Yes, on Tuesday.",
  ],
  ["a text that is all below a signature's dashes", "-- \nYes, on Tuesday.", "Yes, on Tuesday."],
  ["a text that is all regards", "Best regards,\nBob", "Bob"],
];

test.each(WHOLE)("%s is not stripped to nothing", (_what, text, kept) => {
  expect(stripReply({ text })).toContain(kept);
});

test("a postscript below a signature is kept with it", () => {
  for (const text of [
    "Yes\n\nCheers,\nBob\n\nPS: call me first",
    "Yes\n\n-- \nBob\n\nP.S. call me first",
  ]) {
    expect(stripReply({ text })).toBe(text);
  }
});

test("a line between two parts of a text is no signature's", () => {
  const part = Array.from({ length: 12 }, (_, index) => `Line ${index}`).join("\n");
  for (const divider of ["---", "====", "Cheers,"]) {
    const text = `First\n${divider}\n${part}`;
    expect(stripReply({ text })).toBe(text);
  }
});

test("words that only look like a signature or an attribution stay", () => {
  const text =
    "Hello\n\nSent from my desk, which is easier.\n\nFrom: the start\n\nOn Monday I wrote: a line -- with dashes";
  expect(stripReply({ text })).toBe(text);
});

test("long paragraphs stay whole", () => {
  const text = `${"word ".repeat(500)}end\n\nshort`;
  expect(stripReply({ text: `${text}\n\n> old` })).toBe(text);
});

const PAGES: [client: string, html: string][] = [
  [
    "Gmail",
    '<div>Yes please</div><div class="gmail_quote"><div class="gmail_attr">On Mon Ana wrote:</div><blockquote>old</blockquote></div>',
  ],
  [
    "Gmail without a block",
    '<div>Yes please</div><div class="gmail_quote">On Monday Ana said:<br>old</div>',
  ],
  [
    "Outlook on the web",
    '<p>Yes please</p><div id="appendonsend"></div><div id="divRplyFwdMsg">From: Ana</div><p>old</p>',
  ],
  [
    "Outlook",
    "<p>Yes please</p><div><p><b>From:</b> Ana<br><b>Sent:</b> Monday<br><b>To:</b> Bob<br><b>Subject:</b> Hi</p></div><p>old</p>",
  ],
  [
    "Apple Mail",
    '<p>Yes please</p><div>On 3 Mar 2025, at 10:00, Ana &lt;ana@s.example&gt; wrote:</div><blockquote type="cite">old</blockquote>',
  ],
  ["Yahoo", '<p>Yes please</p><div class="yahoo_quoted">On Monday Ana wrote: old</div>'],
  ["a signature", '<p>Yes please</p><div class="gmail_signature">Bob<br>CEO</div>'],
];

test.each(PAGES)("HTML of %s: only the new words stay", (_client, html) => {
  expect(stripReply({ text: "not this", html })).toBe("Yes please");
});

test("a Gmail answer between quotations is kept", () => {
  const html =
    '<div class="gmail_quote"><blockquote>one?</blockquote><div>No.</div><blockquote>two?</blockquote></div>';
  expect(stripReply({ text: "", html })).toBe("No.");
});

test("a reply without new words is empty", () => {
  expect(stripReply({ text: "> old\n> older" })).toBe("");
  expect(stripReply({ text: "", html: "" })).toBe("");
});

const HOSTILE: [name: string, text: string][] = [
  ["100,000 lines", "hello there\n".repeat(100_000)],
  ["100,000 quoted lines", `new\n\n${"> old\n".repeat(100_000)}`],
  ["100,000 blank lines", `new${"\n".repeat(100_000)}`],
  ["one line of 2 MB", "x".repeat(2_000_000)],
  ["attributions that never end", `${"Op a\n".repeat(1000)}${"schreef a\n".repeat(1400)}`],
  ["words of an attribution in one line", "On a ".repeat(100_000)],
  ["header blocks", "From: a\n".repeat(50_000)],
];

test.each(HOSTILE)("%s cannot hold a worker up", { timeout: paced(10_000) }, (_name, text) => {
  expect(stripReply({ text }).length).toBeLessThanOrEqual(100_000);
});

test("a mark of our own in the text cannot bring back another line", () => {
  const text = `${"a".repeat(300)}\n\ue0000\ue001`;
  expect(stripReply({ text })).toBe(`${"a".repeat(300)}\n0`);
});
