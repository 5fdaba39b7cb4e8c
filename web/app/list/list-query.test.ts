import { expect, test } from "vitest";
import { type Column, shownColumns } from "./column.ts";
import { changeList, type ListRules, pageAt, readListQuery } from "./list-query.ts";

const rules: ListRules = {
  filters: { status: ["ACTIVE", "PAUSED"], client: "any" },
  sorts: ["name", "sent"],
  defaultSort: { by: "sent", descending: true },
};
const read = (search: string) => readListQuery(new URLSearchParams(search), rules);

test("an address gives back the list that it was made from", () => {
  let params = new URLSearchParams();
  params = changeList(params, { search: " acme " });
  params = changeList(params, { filter: { name: "status", values: ["PAUSED", "ACTIVE"] } });
  params = changeList(params, { sort: { by: "name", descending: true } });
  params = changeList(params, { limit: 25 });
  params = changeList(params, { columns: ["sent", "status"] });
  params = pageAt(params, "abc", 25);
  expect(read(params.toString())).toEqual({
    search: "acme",
    filters: { status: ["PAUSED", "ACTIVE"] },
    sort: { by: "name", descending: true },
    limit: 25,
    columns: ["sent", "status"],
    cursor: "abc",
    offset: 25,
  });
});

test("what the rules do not know is left out", () => {
  const query = read(
    "sort=-password&status=ACTIVE&status=GONE&status=ACTIVE&limit=9999&offset=-3&toString=1",
  );
  expect(query).toMatchObject({
    sort: { by: "sent", descending: true },
    filters: { status: ["ACTIVE"] },
    limit: 50,
    offset: 0,
  });
});

test("an offset without a cursor is the first page", () => {
  expect(read("offset=50").offset).toBe(0);
});

test("a search longer than 200 characters is cut", () => {
  expect(read(`q=${"a".repeat(500)}`).search).toHaveLength(200);
});

test("another question starts at the first page; other columns stay on the page", () => {
  const third = pageAt(new URLSearchParams("q=a"), "abc", 100);
  expect(changeList(third, { search: "b" }).toString()).toBe("q=b");
  expect(changeList(third, { filter: { name: "status", values: [] } }).has("cursor")).toBe(false);
  expect(changeList(third, { columns: ["sent"] }).get("cursor")).toBe("abc");
});

const column = (id: string, more: Partial<Column<null>> = {}): Column<null> => ({
  id,
  header: id,
  cell: () => id,
  ...more,
});

test("fixed columns come first and stay; hidden ones wait to be chosen", () => {
  const columns = [column("a"), column("name", { isFixed: true }), column("b", { isHidden: true })];
  const ids = (chosen: string[] | null) => shownColumns(columns, chosen).map(({ id }) => id);
  expect(ids(null)).toEqual(["name", "a"]);
  expect(ids(["b", "a", "gone"])).toEqual(["name", "b", "a"]);
});
