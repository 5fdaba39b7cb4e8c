import { expect, test } from "vitest";
import { entriesOf, readEntry } from "./suppression.schema.ts";

const read = (text: string) => entriesOf({ values: [], text }).map(readEntry);

test("an address in brackets is blocked by itself, whatever name stands before it", () => {
  expect(readEntry("Ada Berg <Ada@Example.com>")).toBe("ada@example.com");
  expect(read('"Berg, Ada" <ada@example.com>, bo@example.com\nCy <cy@example.com>')).toEqual([
    "ada@example.com",
    "bo@example.com",
    "cy@example.com",
  ]);
});

test("an invalid entry is reported, not left out", () => {
  expect(read("Ada <ada>\nnonsense, firm.example")).toEqual([undefined, undefined, "firm.example"]);
});
