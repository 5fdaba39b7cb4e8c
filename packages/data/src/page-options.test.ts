import { randomUUID } from "node:crypto";
import { Entity } from "electrodb";
import { expect, test } from "vitest";
import { batchWrite } from "./batch-write.ts";
import { filteredPageOptions, pageOptions } from "./page-options.ts";
import { client, table } from "./table.ts";

const RowEntity = new Entity(
  {
    model: { service: "thaw", entity: "pagedRow", version: "1" },
    attributes: {
      owner: { type: "string", required: true },
      number: { type: "number", required: true, padding: { length: 6, char: "0" } },
      text: { type: "string", required: true },
    },
    indexes: {
      byOwner: {
        pk: { field: "pk", composite: ["owner"] },
        sk: { field: "sk", composite: ["number"] },
      },
    },
  },
  { client, table },
);

async function rows(count: number) {
  const owner = randomUUID();
  const row = (number: number) => RowEntity.put({ owner, number, text: "x".repeat(1_000) });
  await batchWrite(Array.from({ length: count }, (_, number) => row(number)));
  return owner;
}

/** How many records the table read for what is done meanwhile. */
async function readFor(work: () => Promise<void>): Promise<number> {
  let read = 0;
  const stop = client.intercept(async (action, input, next) => {
    const output = await next(input);
    if (action === "Query") read += Number(output.ScannedCount);
    return output;
  });
  await work();
  stop();
  return read;
}

async function readPage(owner: string, cursor: string | null, seen: number[]) {
  const page = await RowEntity.query.byOwner({ owner }).go({ ...pageOptions(10), cursor });
  expect(page.data.length).toBeLessThanOrEqual(10);
  seen.push(...page.data.map(({ number }) => number));
  return page.cursor;
}

test("pages give every record once, and the table reads no more than they hold", async () => {
  const owner = await rows(35);
  const seen: number[] = [];
  const read = await readFor(async () => {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      cursor = await readPage(owner, cursor ?? null, seen);
    }
  });
  expect(seen).toEqual(Array.from({ length: 35 }, (_, number) => number));
  expect(read).toBe(35);
});

test("where a condition leaves out most, a page is whole and put together from few requests", async () => {
  const owner = await rows(450);
  const read = await readFor(async () => {
    const page = await RowEntity.query
      .byOwner({ owner })
      .where((row, op) => op.gte(row.number, 395))
      .go(filteredPageOptions(10));
    expect(page.data.map(({ number }) => number)).toEqual(
      Array.from({ length: 10 }, (_, index) => 395 + index),
    );
    const next = RowEntity.query.byOwner({ owner }).where((row, op) => op.gte(row.number, 395));
    const rest = await next.go({ ...filteredPageOptions(100), cursor: page.cursor });
    expect(rest.data[0]?.number).toBe(405);
    expect(rest.data).toHaveLength(45);
  });
  expect(read).toBe(450 + 45);
});
