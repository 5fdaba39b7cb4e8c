import { expect, test } from "vitest";
import { previewSnippet } from "./snippet.ts";

test("a snippet is one line, cut after 150 characters with an ellipsis [TPL-16]", () => {
  expect(previewSnippet("x".repeat(149))).toBe("x".repeat(149));
  expect(previewSnippet("x".repeat(150))).toBe("x".repeat(150));
  expect(previewSnippet("x".repeat(151))).toBe(`${"x".repeat(150)}…`);
  expect(previewSnippet("  Hi\n\n Ann,\t ok ")).toBe("Hi Ann, ok");
  expect(previewSnippet("😀".repeat(151))).toBe(`${"😀".repeat(150)}…`);
});
