import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { expect, test } from "vitest";
import { told } from "../../../tests/support/told.ts";
import { parse } from "./operation.ts";

const Sample = v.strictObject({
  title: v.string(),
  count: v.optional(v.pipe(v.number(), v.minValue(2), v.maxValue(9))),
  colour: v.optional(v.picklist(["red", "blue"])),
  words: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(3))), v.maxLength(2))),
  either: v.optional(v.union([v.boolean(), v.picklist(["on", "off"])])),
  kind: v.optional(
    v.variant("mode", [
      v.object({ mode: v.literal("manual") }),
      v.object({ mode: v.literal("ai"), by: v.string() }),
    ]),
  ),
  yes: v.optional(v.literal(true)),
});

const refused = (raw: unknown) => {
  try {
    parse(Sample, raw);
    return undefined;
  } catch (error) {
    return (error as { fields?: object }).fields;
  }
};

test.each([
  [{}, { title: "This field is required" }],
  [{ title: null }, { title: "Give a text" }],
  [{ title: "a", other: 1 }, { other: "There is no such field" }],
  [{ title: "a", count: 1 }, { count: "Give at least 2" }],
  [{ title: "a", count: 10 }, { count: "Give at most 9" }],
  [{ title: "a", count: [] }, { count: "Give a number" }],
  [{ title: "a", colour: "green" }, { colour: "Give one of red, blue" }],
  [{ title: "a", words: ["a", "b", "c"] }, { words: "Give at most 2 entries" }],
  [{ title: "a", words: ["abcd"] }, { "words.0": "Give at most 3 characters" }],
  [{ title: "a", either: 3 }, { either: "Say true or false, or give one of on, off" }],
  [{ title: "a", kind: { mode: "x" } }, { "kind.mode": "Give one of manual, ai" }],
  [{ title: "a", kind: {} }, { "kind.mode": "This field is required" }],
  [{ title: "a", yes: false }, { yes: "This has to be true" }],
])("a value without a schema text of its own gets a readable error: %j", (raw, said) => {
  const fields = Object.fromEntries(
    Object.entries(said).map(([name, words]) => [name, [told(words)]]),
  );
  expect(refused(raw)).toEqual(fields);
});

const PASSWORD_TEXT = "Use 8 to 128 characters with at least one letter and one digit";

test("two problems of a field with the same text are reported once", () => {
  const Password = v.object({
    password: v.pipe(
      v.string(),
      v.minLength(8, issueText("passwordRule")),
      v.regex(/\d/, issueText("passwordRule")),
    ),
  });
  expect(() => parse(Password, { password: "a" })).toThrow(
    expect.objectContaining({ fields: { password: [told(PASSWORD_TEXT)] } }),
  );
});

test("a list of ten thousand wrong entries is answered with the first of them", () => {
  const Numbers = v.object({ numbers: v.array(v.number()) });
  const numbers = Array.from({ length: 10_000 }, () => "a");
  expect.assertions(2);
  try {
    parse(Numbers, { numbers });
  } catch (error) {
    const names = Object.keys((error as { fields: object }).fields);
    expect(names).toHaveLength(50);
    expect(names[0]).toBe("numbers.0");
  }
});
