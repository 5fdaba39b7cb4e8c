import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { later } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import {
  beginOperation,
  endOperation,
  openGraphqlSocket,
  rememberPublished,
} from "./graphql-socket.ts";

await cloudOfFile();

test("a network address opens at most sixty unauthenticated sockets a minute, independent of other addresses", async () => {
  const [ip, other] = [randomUUID(), randomUUID()];
  const opened = await Promise.allSettled(
    Array.from({ length: 61 }, () => openGraphqlSocket(randomUUID(), ip)),
  );
  const refused = opened.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { status: 429 } }]);
  await openGraphqlSocket(randomUUID(), other);
  using _minute = later(61_000);
  await openGraphqlSocket(randomUUID(), ip);
});

test("of concurrent publishers of the same change one sends it, and none once the operation has ended", async () => {
  const { accountId, userId } = testActor();
  const socket = { accountId, userId, sessionId: randomUUID(), connectionId: randomUUID() };
  const key = { accountId, connectionId: socket.connectionId, operationId: "1" };
  await openGraphqlSocket(socket.connectionId, "");
  await beginOperation(socket, { operationId: "1", request: "{}" });
  const publishers = await Promise.all([1, 2, 3].map(() => rememberPublished(key, "a")));
  expect(publishers.filter(Boolean)).toHaveLength(1);
  expect(await rememberPublished(key, "b")).toBe(true);
  await endOperation(key);
  expect(await rememberPublished(key, "c")).toBe(false);
});
