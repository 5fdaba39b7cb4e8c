import { expect, test } from "vitest";
import { everyEntity } from "../../../tests/support/every-entity.ts";

/** Read by how their keys begin, never by "up to" an instant. */
const TOGETHER = [["thread", "threadListing"]];

// "Up to this instant" has no lower bound: it reads the records of other kinds that sort before its own, and a limit counts them.
test("no two kinds of record share a partition of an index, so that none is held up behind the other's", async () => {
  const kinds = new Map<string, string[]>();
  for (const [name, { schema }] of await everyEntity()) {
    for (const { index, pk } of Object.values(schema.indexes)) {
      if (index === undefined) continue;
      const partition = `${index}: ${pk.composite.join(", ")}`;
      kinds.set(partition, [...(kinds.get(partition) ?? []), name].sort());
    }
  }
  const together = TOGETHER.map((each) => each.join());
  const shared = [...kinds].filter(
    ([, names]) => names.length > 1 && !together.includes(names.join()),
  );
  expect(kinds.size).toBeGreaterThan(10);
  expect(shared).toEqual([]);
});
