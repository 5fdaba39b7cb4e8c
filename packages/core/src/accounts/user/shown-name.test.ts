import { expect, test } from "vitest";
import { shownName } from "./shown-name.ts";

test.each([
  ["Ana Ice", "Ana Ice"],
  [" ", "ana.ice"],
  ["", "ana.ice"],
  [null, "ana.ice"],
  [undefined, "ana.ice"],
])("someone named %j is shown as %s [PERM-13]", (name, shown) => {
  expect(shownName({ name, email: "ana.ice@firm.example" })).toBe(shown);
});
