import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { boundText, issueText } from "./issue-text.ts";
import { localeOf } from "./locale.ts";
import { keysOf, renderError, renderText } from "./render.ts";
import { lineOf, say, textOfLine } from "./say.ts";
import { readStored, textIn, wordsToStore } from "./stored-text.ts";

/** By file: its own area, and what it adds to others. */
const files = import.meta.glob<Record<string, Record<string, string>>>("./*-*/*.ts", {
  eager: true,
});

test("every text is valid ICU, and no two areas say the same", () => {
  const texts = new Map<string, string>();
  for (const [file, areas] of Object.entries(files)) {
    for (const [key, message] of Object.values(areas).flatMap(Object.entries<string>)) {
      const format = new IntlMessageFormat(message, "en-US");
      expect(format.getAst().length, `${file} ${key}`).toBeGreaterThan(0);
      // What is a parameter and nothing else, and a subject that a button repeats, say nothing of their own.
      if (/^\{\w+\}$/.test(message) || file.endsWith("/mail.ts")) continue;
      expect(texts.get(message), `${file} ${key}: "${message}"`).toBeUndefined();
      texts.set(message, key);
    }
  }
});

test("a text among the parameters, several and a list of them are rendered, too", () => {
  const where = say("sequence.stepVariant", { number: 2, letter: "B" });
  const problems = [say("sequence.noSubject", { where }), say("campaign.noLead")];
  expect(renderText("en-US", say("campaign.notReady", { problems }))).toBe(
    "Step 2, variant B: write a subject. Import at least one lead.",
  );
  const possible = { list: [say("lead.stopped"), say("lead.moved")] };
  const because = say("lead.is", { state: "PAUSED" });
  const done = say("lead.paused");
  expect(renderText("en-US", say("lead.notPossible", { done, because, possible }))).toBe(
    "This lead cannot be paused. It is PAUSED. It can be: stopped, moved to another campaign.",
  );
});

test("a line holds a key and its parameters, and what people typed stays what it is", () => {
  const text = say("campaign.typeName", { name: 'a {b} <lower>"c"</lower> d' });
  expect(textOfLine(lineOf(text))).toEqual(text);
  expect(renderText("en-US", text)).toBe('Type the campaign\'s name: a {b} <lower>"c"</lower> d');
  expect(textOfLine(issueText("required"))).toEqual({ key: "fields.required" });
});

test("what a record keeps is read as the text of its line; a server's words and sentences from before stay", () => {
  const line = lineOf(
    say("template.bodyFault", { fault: say("fields.templateUnclosed", { brace: "{{" }) }),
  );
  expect(readStored("en-US", line)).toEqual({
    text: "The body has an error: Unclosed {{",
    key: "template.bodyFault",
  });
  const words = [
    "550 5.1.1 No such user",
    "The body has an error: Unclosed {{ at line 1, column 1",
    "block_list",
    "",
    // What a server may write to look like a line of ours.
    "template.bodyFault",
    "template.bodyFault {",
    'template.bodyFault {"fault": {"key": "no.such"}}',
    "constructor.name",
    "template.toString",
  ];
  expect(words.map((each) => readStored("en-US", each))).toEqual(words.map((text) => ({ text })));
});

test("words of others that look like a line of ours are kept as words", () => {
  const forged = [
    "inbox.mailboxDeleted",
    'email.templateFault {"fault":"Call 0900 123"}',
    "tag.nameTaken  x",
  ];
  for (const words of forged) {
    expect(readStored("en-US", wordsToStore(words))).toEqual({ text: words });
    expect(textIn(wordsToStore(words))).toBeUndefined();
  }
  expect(wordsToStore("550 No such user")).toBe("550 No such user");
});

test("a key among parameters that the catalogue only inherits is none", () => {
  const words = 'email.templateFault {"fault":{"key":"constructor.name"}}';
  expect(readStored("en-US", words)).toEqual({ text: words });
});

test("a bound is written as the language writes numbers", () => {
  const line = boundText("subjectTooLong")({ requirement: 1000 });
  expect(renderText("en-US", textOfLine(line))).toBe("A subject has at most 1,000 characters");
});

test("an error is rendered with its fields, and has its keys beside", () => {
  const text = say("tag.nameTaken");
  const error = { text, fields: { name: [text, say("fields.required")] } };
  expect(renderError("en-US", error)).toEqual({
    message: "There is a tag with this name",
    fields: { name: ["There is a tag with this name", "This field is required"] },
  });
  expect(keysOf(error)).toEqual({
    key: "tag.nameTaken",
    field_keys: { name: ["tag.nameTaken", "fields.required"] },
  });
});

test.each([null, "", "en", "de, en;q=0.5", "en-GB", "*", "xx", ";;q=,", "en;q=0"])(
  "a reader who asks for %j gets a language that there is",
  (header) => {
    expect(localeOf(header)).toBe("en-US");
  },
);
