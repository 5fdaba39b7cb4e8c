import { lineOf, say } from "@thaw/text/say";
import { readStored } from "@thaw/text/stored-text";
import { expect, test } from "vitest";
import { failureLine } from "./failure-line.ts";

test("a server's words that look like a line of ours stay its words", () => {
  const text = 'email.templateFault {"fault":"Call 0900 123"}';
  for (const kind of ["address", "sender", "mailbox-auth"] as const) {
    expect(readStored("en-US", failureLine({ kind, text }))).toEqual({ text });
  }
});

test("what we say of a message ourselves is read as a line", () => {
  const unconfirmed = lineOf(say("email.unconfirmed"));
  const fault = lineOf(say("fields.templateUnclosed", { brace: "{{" }));
  const keyOf = (...failure: Parameters<typeof failureLine>) =>
    readStored("en-US", failureLine(...failure)).key;
  expect(keyOf({ kind: "unconfirmed", text: unconfirmed })).toBe("email.unconfirmed");
  expect(keyOf({ kind: "template", text: fault })).toBe("email.templateFault");
});
