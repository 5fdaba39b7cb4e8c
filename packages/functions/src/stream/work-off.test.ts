import fc from "fast-check";
import { expect, test } from "vitest";
import { workOff } from "./work-off.ts";

type Change = { id: string; item: string; entity: string; isPoison: boolean };

const changeOf = (id: number, { item = id, isPoison = false } = {}): Change => ({
  id: String(id),
  item: String(item),
  entity: "event",
  isPoison,
});

/** Works on changes, refuses parts with poison in them, and keeps what was done. */
async function work(changes: readonly Change[]) {
  const done: string[] = [];
  let calls = 0;
  const failed = await workOff("test", changes, async (part) => {
    calls += 1;
    const poison = part.find(({ isPoison }) => isPoison);
    if (poison) throw new Error(`Poison in ${poison.id}`);
    done.push(...part.map(({ id }) => id));
  });
  return { failed: failed.map(({ id }) => id), done, calls };
}

test("a batch in which nothing fails is one piece of work", async () => {
  const changes = Array.from({ length: 100 }, (_, id) => changeOf(id));
  expect(await work(changes)).toMatchObject({ failed: [], calls: 1 });
  expect(await work([])).toEqual({ failed: [], done: [], calls: 0 });
});

test("one change that always fails is given back alone, and all others of its batch are done", async () => {
  const changes = Array.from({ length: 100 }, (_, id) => changeOf(id, { isPoison: id === 37 }));
  const { failed, done, calls } = await work(changes);
  expect(failed).toEqual(["37"]);
  expect(done).toHaveLength(99);
  expect(calls).toBeLessThan(20);
});

test("later changes of an item wait for one of it that failed, earlier ones and those of others do not", async () => {
  const changes = [
    changeOf(1, { item: 7 }),
    changeOf(2, { item: 8 }),
    changeOf(3, { item: 7, isPoison: true }),
    changeOf(4, { item: 7 }),
    changeOf(5, { item: 8 }),
    changeOf(6, { item: 7 }),
  ];
  const { failed, done } = await work(changes);
  expect(failed.sort()).toEqual(["3", "4", "6"]);
  expect(done).toEqual(["1", "2", "5"]);
});

test("where every change fails the batch is given back after a few tries", async () => {
  const changes = Array.from({ length: 100 }, (_, id) => changeOf(id, { isPoison: true }));
  const { failed, done, calls } = await work(changes);
  expect(failed).toHaveLength(100);
  expect(done).toEqual([]);
  expect(calls).toBeLessThan(20);
});

test("every change is either done or given back, and changes of an item are done in their order", async () => {
  const change = fc.record({ item: fc.integer({ min: 0, max: 5 }), isPoison: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (given) => {
      const changes = given.map((each, id) => changeOf(id, each));
      const { failed, done } = await work(changes);
      expect([...failed, ...done].sort()).toEqual(changes.map(({ id }) => id).sort());
      for (const item of new Set(changes.map((each) => each.item))) {
        const own = changes.filter((each) => each.item === item).map(({ id }) => id);
        // Those up to the first that was given back, in their order.
        const inOrder = done.filter((id) => own.includes(id));
        expect(inOrder).toEqual(own.slice(0, inOrder.length));
      }
    }),
  );
});
