import { expect, test } from "vitest";
import { csvLines } from "./csv-text.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", "＝1+1", "＋1", "－1", "＠A1"])(
  "a spreadsheet that opens a file with the cell %j finds a text",
  (formula) => {
    expect(csvLines([[formula]]).replace(/^"/, "")).toMatch(/^'/);
  },
);

test("what is no formula stays as it is, and quotes, commas and line breaks stay in their cell", () => {
  expect(
    csvLines([
      [7, -7, "a=b", "1-2", ""],
      ['say "hi"', "a, b", "c\nd", "é", " "],
    ]),
  ).toBe(`7,-7,a=b,1-2,\n"say ""hi""","a, b","c\nd",é, \n`);
});
