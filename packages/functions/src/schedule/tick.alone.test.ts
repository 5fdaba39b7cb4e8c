import { client } from "@thaw/data/table";
import type { Context, EventBridgeEvent } from "aws-lambda";
import { expect, onTestFinished, test } from "vitest";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { handler } from "./tick.ts";

await cloudOfFile();

test("where a part of the tick fails the others come to their ends, and then the tick fails", async () => {
  let underWay = 0;
  let ended = 0;
  const stop = client.intercept(async (_action, input, next) => {
    if (JSON.stringify(input).includes("hostwatch")) throw new Error("No hosts today");
    underWay += 1;
    try {
      return await next(input);
    } finally {
      underWay -= 1;
      ended += 1;
    }
  });
  onTestFinished(stop);
  const event = {} as EventBridgeEvent<"Scheduled Event", unknown>;
  await expect(handler(event, {} as Context, () => undefined)).rejects.toThrow("onTick failed");
  // Lambda stands still from here on: what has not ended may never end.
  expect([underWay, ended > 0]).toEqual([0, true]);
});
