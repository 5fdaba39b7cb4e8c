import { expect, test } from "vitest";
import { readColumns, writeColumns } from "./remembered-columns.ts";

test("the columns that someone chose for each list are read back, and the own ones when they reset them", () => {
  const leads = writeColumns({}, "leads", ["company", "name"]);
  const both = writeColumns(readColumns(leads), "mailboxes", ["state"]);
  expect(readColumns(encodeURIComponent(both))).toEqual({
    leads: ["company", "name"],
    mailboxes: ["state"],
  });
  expect(readColumns(writeColumns(readColumns(both), "leads", null))).toEqual({
    mailboxes: ["state"],
  });
});

test("a cookie that we did not write like that says nothing", () => {
  for (const cookie of [undefined, "", "leads", "leads:", ":a.b", "a b:c", "x:<b>", "||::..|"]) {
    expect(readColumns(cookie), String(cookie)).toEqual({});
  }
  expect(readColumns(`leads:${"a.".repeat(100)}`).leads).toHaveLength(40);
});
