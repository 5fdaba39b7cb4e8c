import { randomUUID } from "node:crypto";
import { Entity } from "electrodb";
import { beforeEach, expect, test } from "vitest";
import { batchGet } from "./batch-get.ts";
import { batchWrite } from "./batch-write.ts";
import { isConditionFailure, writeIfExpected } from "./condition.ts";
import { recordsOf } from "./records.ts";
import { client, table } from "./table.ts";
import { commit } from "./transact.ts";

const KINDS = ["new", "old"] as const;

const ThingEntity = new Entity(
  {
    model: { service: "thaw", entity: "thingAtHand", version: "1" },
    attributes: {
      owner: { type: "string", required: true },
      thingId: { type: "number", required: true, padding: { length: 6, char: "0" } },
      kind: { type: KINDS, required: true },
      count: { type: "number" },
      lane: { type: "string" },
      due: { type: "string" },
      tags: { type: "set", items: "number" },
      more: { type: "any" },
    },
    indexes: {
      byOwner: {
        pk: { field: "pk", composite: ["owner"] },
        sk: { field: "sk", composite: ["thingId"] },
      },
      byLane: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
        sk: { field: "gsi1sk", composite: ["due"] },
      },
    },
  },
  { client, table },
);

type Thing = {
  owner: string;
  thingId: number;
  kind: (typeof KINDS)[number];
  count?: number;
  lane?: string;
  due?: string;
  tags?: number[];
  more?: unknown;
};
type ThingKey = Pick<Thing, "owner" | "thingId">;

const things = recordsOf<Thing, ThingKey>(ThingEntity);

/** The same key twice: one record is ElectroDB's, one is ours. */
let theirs: ThingKey;
let ours: ThingKey;
beforeEach(() => {
  theirs = { owner: `Theirs-${randomUUID()}`, thingId: 42 };
  ours = { owner: `Ours-${randomUUID()}`, thingId: 42 };
});

async function stored({ owner, thingId }: ThingKey) {
  const { Key } = ThingEntity.get({ owner, thingId }).params() as { Key: object };
  const { Item } = await client.send("GetItem", { TableName: table, Key, ConsistentRead: true });
  return (
    Item &&
    JSON.parse(
      JSON.stringify(Item, setsAsLists)
        .replaceAll(owner, "OWNER")
        .replaceAll(owner.toLowerCase(), "owner"),
    )
  );
}

const setsAsLists = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);

/** Does the same to both, and expects the same to lie in the table. */
async function expectSame(write: (entity: Both, key: ThingKey) => Promise<unknown>) {
  const outcomes = [
    await outcome(() => write(ThingEntity as unknown as Both, theirs)),
    await outcome(() => write(things, ours)),
  ];
  expect(outcomes[1]).toBe(outcomes[0]);
  expect(await stored(ours)).toEqual(await stored(theirs));
  return outcomes[1];
}

type Both = Pick<typeof things, "create" | "put" | "patch" | "update">;

async function outcome(write: () => Promise<unknown>) {
  try {
    await write();
    return "done";
  } catch (error) {
    if (isConditionFailure(error)) return "refused";
    throw error;
  }
}

const FULL = {
  kind: "new",
  count: 3,
  lane: "A.b",
  due: "2026-03-02T09:00:00.000Z#7",
  tags: [1, 2],
  more: { deep: [1, { x: undefined, y: 2 }] },
} as const;

test("a record is stored as ElectroDB stores it, once where it is created, again where it is put", async () => {
  const row = { ...FULL, tags: [...FULL.tags] };
  expect(await expectSame((to, key) => to.create({ ...key, ...row }).go())).toBe("done");
  expect(await stored(ours)).toMatchObject({ count: 3, gsi1pk: expect.stringContaining("A.b") });
  expect(await expectSame((to, key) => to.create({ ...key, ...row }).go())).toBe("refused");
  expect(await expectSame((to, key) => to.put({ ...key, kind: "old" }).go())).toBe("done");
  expect(await stored(ours)).not.toHaveProperty("gsi1pk");
});

test("a change that names its record by one that knows more than the key leaves the rest of that out, as ElectroDB does", async () => {
  const more = { more: "of another record", status: "DRAFTED" };
  await expectSame((to, key) =>
    to
      .update({ ...key, ...more })
      .set({ kind: "new" })
      .go(),
  );
  expect(await stored(ours)).not.toHaveProperty("status");
});

test("a change leaves what ElectroDB's leaves: values, counts, lists, and the keys of an index", async () => {
  await expectSame((to, key) =>
    to
      .update(key)
      .set({ kind: "new", lane: "A", due: "1", tags: [3] })
      .go(),
  );
  expect(await stored(ours)).toMatchObject({ kind: "new", gsi1pk: expect.anything() });
  await expectSame((to, key) =>
    to
      .update(key)
      .add({ count: 2 })
      .set({ more: { a: 1 } })
      .go(),
  );
  await expectSame((to, key) =>
    to.patch(key).set({ lane: "B", due: "2", count: undefined }).remove(["tags"]).go(),
  );
  expect(await stored(ours)).toMatchObject({ count: 2, lane: "B" });
  await expectSame((to, key) => to.patch(key).remove(["lane", "due"]).go());
  expect(await stored(ours)).not.toHaveProperty("gsi1sk");
});

test("a condition holds or refuses as ElectroDB's does, and a record that is not there is not patched", async () => {
  expect(await expectSame((to, key) => to.patch(key).set({ count: 1 }).go())).toBe("refused");
  await expectSame((to, key) => to.create({ ...key, kind: "new", count: 5 }).go());
  const tries: [string, Parameters<ReturnType<typeof things.patch>["where"]>[0]][] = [
    ["done", (row, op) => `${op.eq(row.kind, "new")} AND ${op.notExists(row.lane)}`],
    ["refused", (row, op) => op.ne(row.kind, "new")],
    ["done", (row, op) => `(${op.lt(row.count, 1)} OR ${op.gte(row.count, 5)})`],
    ["refused", (row, op) => op.gt(row.count, 5)],
    [
      "done",
      (row, op) => `${op.lte(row.count, 5)} AND ${op.name(row.count)} <= ${op.name(row.thingId)}`,
    ],
    ["refused", (row, op) => op.exists(row.lane)],
  ];
  for (const [expected, condition] of tries) {
    expect(
      await expectSame((to, key) => to.patch(key).set({ more: expected }).where(condition).go()),
    ).toBe(expected);
  }
  expect(
    await writeIfExpected(
      things
        .patch(ours)
        .set({ count: 6 })
        .where((row, op) => op.eq(row.count, 5)),
    ),
  ).toBe(true);
});

test("the record before a change is given where it is asked for", async () => {
  await things.create({ ...ours, kind: "new", count: 5 }).go();
  const { data } = await things.patch(ours).add({ count: 1 }).go({ response: "all_old" });
  expect(data.count).toBe(5);
});

test("writes go together in transactions and batches, and what is read is the record", async () => {
  const other = { ...ours, thingId: 7 };
  await commit([
    things.create({ ...ours, ...FULL, tags: [1, 2] }),
    things.update(other).set({ kind: "old" }),
  ]);
  await batchWrite([things.put({ ...theirs, kind: "old" })]);
  const found = await batchGet([
    things.read(ours),
    things.read(other),
    things.read(theirs),
    things.read({ ...ours, thingId: 8 }),
  ]);
  const { tags, ...rest } = found[0] ?? {};
  expect({ ...rest, tags: tags?.toSorted() }).toEqual({
    ...ours,
    ...FULL,
    more: { deep: [1, { y: 2 }] },
  });
  expect(found.slice(1)).toEqual([
    { ...other, kind: "old" },
    { ...theirs, kind: "old" },
    undefined,
  ]);
  const { data } = await ThingEntity.get(ours).go({ consistent: true });
  expect(data).toEqual(found[0]);
});

test("keys of an index are those that ElectroDB's query gives: of one partition, in order, up to one and no more than asked", async () => {
  const lane = `Lane-${randomUUID()}`;
  for (const [at, due] of ["T3#b", "T1#a", "T2#c", "T2#a", "T4#a"].entries()) {
    await things.create({ ...ours, thingId: at, kind: "new", lane, due }).go();
  }
  await things.create({ ...theirs, kind: "new", lane: `${lane}-other`, due: "T0#a" }).go();
  for (const [due, limit] of [
    ["T3~", 10],
    ["T3~", 2],
    ["T0", 10],
  ] as const) {
    const { data } = await ThingEntity.query
      .byLane({ lane })
      .lte({ due })
      .go({ limit, data: "raw", ignoreOwnership: true });
    const { Items = [] } = data as { Items?: { gsi1sk: string }[] };
    const keys = await things.keysUpTo("gsi1", { lane, due }, limit);
    expect(keys).toEqual(Items.map(({ gsi1sk }) => gsi1sk));
    expect(keys).toHaveLength(Math.min(limit, due === "T0" ? 0 : 4));
  }
  await expect(things.keysUpTo("gsi1", { lane }, 1)).rejects.toThrow("No key of thingAtHand");
});

test("an entity that does more than store values is read, and not written", async () => {
  const SpecialEntity = new Entity(
    {
      model: { service: "thaw", entity: "special", version: "1" },
      attributes: {
        owner: { type: "string", required: true },
        since: { type: "string", default: "now" },
      },
      indexes: {
        byOwner: { pk: { field: "pk", composite: ["owner"] }, sk: { field: "sk", composite: [] } },
      },
    },
    { client, table },
  );
  const special = recordsOf<{ owner: string; since: string }, { owner: string }>(SpecialEntity);
  await SpecialEntity.create({ owner: ours.owner }).go();
  expect(await batchGet([special.read({ owner: ours.owner })])).toEqual([
    { owner: ours.owner, since: "now" },
  ]);
  expect(() => special.put({ owner: ours.owner, since: "x" })).toThrow(
    "special.since is more than a value",
  );
});
