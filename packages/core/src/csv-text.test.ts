import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { csvLines, withoutGuard } from "./csv-text.ts";

/** What is left of a cell in the hands of a reader that drops blanks and what nobody sees. */
const shown = (cell: string) => cell.replace(/^[\s\p{Cf}]+/u, "");

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
  "＋1",
  "－1",
  "＠A1",
  " =1+1",
  "\u00a0=1+1",
  "\u200b=1+1",
  "\ufeff \u2060=1+1",
])("a spreadsheet that opens a file with the cell %j finds a text", (formula) => {
  const [[cell = ""] = []] = parse(csvLines([[formula]])) as string[][];
  expect(shown(cell)).toMatch(/^'/);
});

test.each(["x;=1+1", "x; =1+1;y", "x\t@SUM(A1)", "x\n=1+1", "x;\u200b+1"])(
  "a spreadsheet with another cell separator finds no formula in %j",
  (text) => {
    for (const cell of csvLines([[text]]).split(/[;\t\n"]/)) {
      expect(shown(cell)).not.toMatch(/^[=+\-@]/);
    }
  },
);

test("a text that is no formula is unchanged, every cell is quoted, and quotes, commas and line breaks stay in their cell", () => {
  const rows = [
    [7, -7, "a=b", "1-2", ""],
    ['say "hi"', "a, b", "c\nd", "é", " "],
  ];
  const text = csvLines(rows);
  expect(text).toBe(`"7","-7","a=b","1-2",""\n"say ""hi""","a, b","c\nd","é"," "\n`);
  expect(parse(text)).toEqual(rows.map((row) => row.map(String)));
});

test.each([
  "=1+1",
  "+49 30 1234",
  " \u200b-5%",
  "x;=1+1",
  "- one\r\n- two",
  "'quoted'",
  "it's +1",
  "",
])("a cell %j that was written and is read again is as it was", (cell) => {
  const [[written = ""] = []] = parse(csvLines([[cell]])) as string[][];
  expect(withoutGuard(written)).toBe(cell);
});

test("a cell of blanks takes no longer than its length", () => {
  const startedAt = process.cpuUsage();
  csvLines([["\t".repeat(200_000), " ;".repeat(100_000)]]);
  withoutGuard(";'".repeat(100_000));
  withoutGuard(`${" ".repeat(200_000)}'=`);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});
