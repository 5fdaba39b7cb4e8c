import { expect, test } from "vitest";
import texts from "../../messages/en-us/plan.ts";
import { writeMoney } from "./use-money.ts";

test("prices are dollars without tax, with two decimals when they are not whole [CONST-09]", () => {
  const written = [33_00, 64_90, 2030_60, 63_20].map((cents) => writeMoney(cents, "en-US"));
  expect(written).toEqual(["$33", "$64.90", "$2,030.60", "$63.20"]);
  expect(texts.pickText).toBe("Prices in US dollars, excluding tax.");
});
