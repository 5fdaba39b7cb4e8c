import { expect, test } from "vitest";
import { matching } from "./palette-matching.ts";

const entries = [
  { label: "Deleted leads", description: "People who left" },
  { label: "Leads" },
  { label: "Color scheme: Dark", keywords: ["theme", "night"] },
];
const names = (query: string) => matching(entries, query).map(({ label }) => label);

test("an entry is found by every word in its name, description or keywords, and names that begin with it come first", () => {
  expect(names("lead")).toEqual(["Leads", "Deleted leads"]);
  expect(names("dark theme")).toEqual(["Color scheme: Dark"]);
  expect(names("d")).toEqual(["Deleted leads", "Color scheme: Dark"]);
  expect(names("left")).toEqual(["Deleted leads"]);
  expect(names("")).toHaveLength(3);
  expect(names("light theme")).toEqual([]);
});
