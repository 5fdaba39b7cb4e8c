import { expect, test } from "vitest";
import { redactionOf } from "./redact-words.ts";

const FOLDED = "lee.xq7canary@prospect.example";

test("an address goes in whatever case and writing, a longer one that holds it stays", () => {
  const { redactText: words } = redactionOf(["lee+x@b.example"]);
  const around = "<Lee+X@B.example>, mailto:lee+x%40b.example lee+x&#64;b.example.";
  expect(words(around, 1_000)).toBe("<(erased)>, mailto:(erased) (erased).");
  const longer = "anlee+x@b.example lee+x@b.example.org lee+xx@b.example";
  expect(words(longer, 1_000)).toBe(longer);
});

test("in a text that was cut the part of an address at its end is removed too", () => {
  const { redactText: words } = redactionOf([FOLDED]);
  const cut = `${"x".repeat(990)}, ${FOLDED.slice(0, 9)}`;
  expect(words(cut, 1_000)).toBe(`${"x".repeat(990)}, (erased)`);
  expect(words(`Ask <${FOLDED.slice(0, 9)}…`, 1_000)).toBe("Ask <(erased)");
  expect(words("other@b.example, lee.x", 1_000)).toBe("other@b.example, lee.x");
});
