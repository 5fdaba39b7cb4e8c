import { expect, test } from "vitest";
import { stopAll } from "./stop-all.ts";

test("what was started last is stopped first, and what cannot be stopped keeps nothing else from it", async () => {
  const stopped: string[] = [];
  const stops = [
    () => void stopped.push("database"),
    async () => {
      throw new Error("The queue is stuck");
    },
    async () => void stopped.push("pages"),
  ];
  await expect(stopAll(stops)).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: "The queue is stuck" })],
  });
  expect(stopped).toEqual(["pages", "database"]);
  await stopAll(stops);
  expect(stopped).toHaveLength(2);
});
