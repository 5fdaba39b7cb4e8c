import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { allTexts } from "./all.server.ts";
import { installTextSource } from "./source.ts";
import { textOf } from "./text.tsx";

installTextSource(allTexts);

const files = import.meta.glob<Record<string, string>>("./*/*.ts", {
  eager: true,
  import: "default",
});

test("every message is valid ICU", () => {
  for (const [file, messages] of Object.entries(files)) {
    for (const [key, message] of Object.entries(messages)) {
      expect(() => new IntlMessageFormat(message, "en-US"), `${file} ${key}`).not.toThrow();
    }
  }
});

test("numbers, plurals and rates are written as the language writes them", () => {
  const lists = textOf("en-US", "lists");
  expect(lists("range", { from: 1, to: 50, total: 12_340 })).toBe("1–50 of 12,340");
  expect(lists("selected", { count: 1 })).toBe("1 selected");
  expect(lists("rate", { rate: 31 / 250, part: 31, whole: 250 })).toBe("12.4% · 31 of 250");
  expect(textOf("en-US", "shell")("unread", { count: 2 })).toBe("2 unread");
});

test("a prompt for a new version says the agreed words", () => {
  expect(textOf("en-US", "shell")("newVersion")).toBe(
    "Hey! We've just pushed up an updated version. Click Ok to load it",
  );
});
