import { say } from "@thaw/text/say";
import { expect, test } from "vitest";
import { readRow } from "./read-row.ts";

const mapping = [
  { column: 0, to: "field" as const, field: "email" as const },
  { column: 1, to: "field" as const, field: "first_name" as const },
  { column: 2, to: "custom" as const, name: "note" },
];
const read = (...cells: string[]) => readRow({ row: 2, cells, end: 0 }, mapping);

test.for([
  "ada@example.com",
  "o'hara+tag@sub.example.co.uk",
  "ünï@exämple.com",
  "a@localhost",
  "very.odd!#$%&@x",
  `${"a".repeat(64)}@${"b".repeat(189)}`,
])("the odd but plausible address %j is accepted [LEAD-05] [LEAD-17]", (email) => {
  expect(read(`  ${email} `)).toMatchObject({ details: { email } });
});

test.for([
  ["Ada Berg <ada@example.com>", "ada@example.com"],
  ['"Berg, Ada" < ada@example.com > ', "ada@example.com"],
  ["<ada@example.com>", "ada@example.com"],
])(
  "of %j, as mail programs copy it, the address in the brackets is taken",
  ([cell = "", email]) => {
    expect(read(cell)).toMatchObject({ details: { email } });
  },
);

test.for([
  "",
  "ada",
  "Ada <ada>",
  "Ada ada@example.com",
  "<a@b.c> Ada <",
  "a@b.c, d@e.f",
  "ada@example.com;",
  "ada@",
  "@example.com",
  " @ ",
  "a@b@c",
  "a\0da@example.com",
  "a@b\nBcc: x",
  `${"a".repeat(64)}@${"b".repeat(190)}`,
])("%j is no address to write to [LEAD-17]", (email) => {
  expect(read(email)).toMatchObject({ row: 2, problem: { key: expect.any(String) } });
});

test("values are trimmed, lose their control characters and are cut to their length", () => {
  const emoji = "😀".repeat(2501);
  expect(read("a@b.c", ` A\0d\x1ba\n`, `one\r\ntwo\x07`)).toMatchObject({
    details: { first_name: "Ada", custom_fields: { note: "one\ntwo" } },
  });
  expect(read("a@b.c", "x".repeat(500), `1${emoji}`)).toMatchObject({
    details: { first_name: "x".repeat(200), custom_fields: { note: `1${"😀".repeat(2499)}` } },
  });
});

test("custom fields that are too long together are refused", () => {
  const wide = Array.from({ length: 14 }, (_, i) => ({
    column: i + 1,
    to: "custom" as const,
    name: `c${i}`,
  }));
  const cells = ["a@b.c", ...wide.map(() => "x".repeat(5000))];
  const row = readRow({ row: 9, cells, end: 0 }, [...mapping.slice(0, 1), ...wide]);
  expect(row).toMatchObject({ row: 9, problem: say("leadFile.rowCustomFields", { most: 64 }) });
});
