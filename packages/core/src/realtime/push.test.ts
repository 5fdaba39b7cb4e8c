import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { testActor } from "../../../../tests/support/actor.ts";
import type { Scope } from "../access/scope.ts";
import { createCampaign } from "../campaign/campaign.ts";
import { announceAccess } from "./announce-access.ts";
import { announceEvents } from "./announce-events.ts";
import { ConnectionEntity } from "./connection.entity.ts";

/** What API Gateway's management API would send to sockets, by connection. */
async function startGateway() {
  const sent: { connectionId: string; message: unknown }[] = [];
  const server = createServer((request, response) => {
    const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    void json(request).then((message) => {
      sent.push({ connectionId, message });
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.WEBSOCKET_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sent,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const open = (accountId: number, userId: number, scope?: Scope) =>
  ConnectionEntity.put({
    accountId,
    userId,
    connectionId: `c${userId}`,
    ttl: 4_000_000_000,
    ...(scope ? { scope } : {}),
  }).go();

test("news of a campaign goes to the screens of those who reach it, and of no others", async () => {
  await using gateway = await startGateway();
  const actor = testActor();
  const { accountId } = actor;
  const { id: campaignId } = await createCampaign({ ...actor, userId: 8 }, {});
  await open(accountId, 1);
  await open(accountId, 8, { kind: "own", userId: 8 });
  await open(accountId, 9, { kind: "own", userId: 9 });
  await announceEvents([{ __edb_e__: "event", accountId, campaignId, kind: "sent" }]);
  expect(gateway.sent.map(({ connectionId }) => connectionId).sort()).toEqual(["c1", "c8"]);
});

test("a member who is shut out is told so, and nothing afterwards", async () => {
  await using gateway = await startGateway();
  const { accountId } = testActor();
  await open(accountId, 1);
  await open(accountId, 9);
  const image = { __edb_e__: "user", accountId, userId: 9, kind: "member", status: "deactivated" };
  await announceAccess([image]);
  const message = { type: "access", user_ids: [9] };
  expect(gateway.sent).toHaveLength(2);
  expect(gateway.sent).toContainEqual({ connectionId: "c9", message });
  await announceEvents([{ __edb_e__: "event", accountId, campaignId: 1, kind: "sent" }]);
  expect(gateway.sent.slice(2).map(({ connectionId }) => connectionId)).toEqual(["c1"]);
});
