import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { concurrently } from "./concurrently.ts";

test("results come in the items' order, and no more run at a time than the width", async () => {
  let running = 0;
  let most = 0;
  const results = await concurrently([3, 1, 2, 0], 2, async (turns) => {
    most = Math.max(most, ++running);
    for (let left = turns; left > 0; left -= 1) await turn();
    running -= 1;
    return turns * 10;
  });
  expect(results).toEqual([30, 10, 20, 0]);
  expect(most).toBe(2);
});

test("after a failure nothing more begins, and it is thrown when all that was under way has ended", async () => {
  const begun: string[] = [];
  const ended: string[] = [];
  const work = async (name: string) => {
    begun.push(name);
    if (name === "poison") throw new Error("No luck");
    for (let left = 5; left > 0; left -= 1) await turn();
    ended.push(name);
  };
  const all = concurrently(["slow", "poison", "late", "later"], 2, work);
  await expect(all).rejects.toThrow("No luck");
  expect([begun, ended]).toEqual([["slow", "poison"], ["slow"]]);
});
