import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { paced } from "../../../scripts/pace.ts";
import { table } from "./table.ts";
import { type Interceptor, TableClient } from "./table-client.ts";
import { wholeBatches } from "./whole-batches.ts";

type Keys = Record<string, { Keys: object[]; ConsistentRead?: boolean }>;

/** A table that gets round to a few keys of each request only. */
function busyTable(most: number) {
  const requests: Keys[string][] = [];
  const answer: Interceptor = async (action, input, next) => {
    if (action !== "BatchGetItem") return next(input);
    const [[name, request] = ["", { Keys: [] }]] = Object.entries(input.RequestItems as Keys);
    requests.push(request);
    const [now, later] = [request.Keys.slice(0, most), request.Keys.slice(most)];
    const given =
      now.length > 0 ? await next({ RequestItems: { [name]: { ...request, Keys: now } } }) : {};
    const left = later.length > 0 ? { [name]: { ...request, Keys: later } } : {};
    return { ...given, UnprocessedKeys: left };
  };
  return { requests, answer };
}

test("a batch that the table answers in parts comes back whole", async () => {
  const busy = busyTable(3);
  const client = new TableClient();
  client.intercept(busy.answer);
  client.intercept(wholeBatches);
  const pk = randomUUID();
  const keys = Array.from({ length: 8 }, (_, number) => ({ pk, sk: String(number) }));
  for (const Item of keys) await client.send("PutItem", { TableName: table, Item });
  const missing = { pk, sk: "none" };
  const answer = await client.send("BatchGetItem", {
    RequestItems: { [table]: { Keys: [...keys, missing], ConsistentRead: true } },
  });
  expect(answer).toEqual({ Responses: { [table]: expect.any(Array) }, UnprocessedKeys: {} });
  const rows = (answer.Responses as Record<string, typeof keys>)[table] ?? [];
  expect(rows.map(({ sk }) => sk).sort()).toEqual(keys.map(({ sk }) => sk));
  expect(busy.requests.map(({ Keys }) => Keys.length)).toEqual([9, 6, 3]);
  expect(busy.requests.every(({ ConsistentRead }) => ConsistentRead)).toBe(true);
});

test("a batch that the table never completes fails", { timeout: paced(20_000) }, async () => {
  const client = new TableClient();
  client.intercept(busyTable(0).answer);
  client.intercept(wholeBatches);
  const RequestItems = { [table]: { Keys: [{ pk: "none", sk: "none" }] } };
  await expect(client.send("BatchGetItem", { RequestItems })).rejects.toThrow(
    "kept leaving records out",
  );
});
