import { randomUUID } from "node:crypto";
import { Entity } from "electrodb";
import { beforeEach, expect, test } from "vitest";
import { client, table } from "./table.ts";
import { commit, commitIfExpected, TransactionRefused } from "./transact.ts";

const ClaimedEntity = new Entity(
  {
    model: { service: "thaw", entity: "claimed", version: "1" },
    attributes: {
      owner: { type: "string", required: true },
      name: { type: "string", required: true },
    },
    indexes: {
      byName: {
        pk: { field: "pk", composite: ["owner"] },
        sk: { field: "sk", composite: ["name"] },
      },
    },
  },
  { client, table },
);

class Taken extends Error {}

let owner: string;
const create = (name: string) => ClaimedEntity.create({ owner, name });
const guarded = (name: string) => ({ write: create(name), otherwise: () => new Taken(name) });
const rows = async () => (await ClaimedEntity.query.byName({ owner }).go()).data;

beforeEach(async () => {
  owner = randomUUID();
  await commit([create("a"), create("b")]);
});

test("a write whose condition does not hold throws what it carries, and nothing is written", async () => {
  await expect(commit([create("c"), guarded("a")])).rejects.toThrow(new Taken("a"));
  expect(await rows()).toHaveLength(2);
});

test("of several refused writes the first one that carries something decides", async () => {
  const otherwise = () => new Error("changed");
  await expect(commit([guarded("b"), guarded("a")])).rejects.toThrow(new Taken("b"));
  await expect(commit([create("a"), guarded("b")], { otherwise })).rejects.toThrow(new Taken("b"));
});

test("where no refused write carries anything the transaction's own answer counts, else it says which were refused", async () => {
  const writes = [guarded("c"), create("b"), create("a")];
  const otherwise = () => new Taken("all");
  await expect(commit(writes, { otherwise })).rejects.toThrow(new Taken("all"));
  const refused = await commit(writes).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TransactionRefused);
  expect(refused).toMatchObject({ refused: [1, 2] });
});

test("a caller that expects a refusal gets false for it, and still the error that a write carries", async () => {
  expect(await commitIfExpected([guarded("c"), create("a")])).toBe(false);
  await expect(commitIfExpected([guarded("a")])).rejects.toThrow(Taken);
  expect(await commitIfExpected([guarded("c"), create("d")])).toBe(true);
  expect(await rows()).toHaveLength(4);
});
