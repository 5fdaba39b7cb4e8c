import { expect, test } from "vitest";
import { snippet } from "./snippet.ts";

test("149 and 150 characters stay whole, 151 are cut and get an ellipsis [TPL-16]", () => {
  expect(snippet("a".repeat(149))).toBe("a".repeat(149));
  expect(snippet("a".repeat(150))).toBe("a".repeat(150));
  expect(snippet("a".repeat(151))).toBe(`${"a".repeat(150)}…`);
});

test("white space becomes single spaces before the length counts", () => {
  expect(snippet(`  one\n\n\ttwo\u00a0 ${"x".repeat(142)}  `)).toBe(`one two ${"x".repeat(142)}`);
});

test("a character outside the basic plane is never cut in half", () => {
  expect(snippet("😀".repeat(151))).toBe(`${"😀".repeat(150)}…`);
});
