import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { client as tableClient } from "@thaw/data/table";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { changeUser } from "../../../../../tests/support/records.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { authenticateToken, issueSession } from "../../accounts/session/session.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { ERASERS } from "../../erasure/account-deletion/stages.ts";
import type { Role } from "../../kernel/access/role.schema.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { CLOSE_HEADER } from "./close-header.ts";
import { ConnectionEntity } from "./connection.entity.ts";
import { createRealtimeTicket, openConnection } from "./connection.ts";
import { publishAccess } from "./publish-access.ts";
import { publishEvents } from "./publish-events.ts";

/** What API Gateway's management API would send to sockets, by connection. */
async function startGateway() {
  const sent: { connectionId: string; message: unknown }[] = [];
  /** By connection: what the product says of why it is closed. */
  const closed: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    if (request.method === "DELETE") {
      closed[connectionId] = request.headers[CLOSE_HEADER];
      const isGone = connectionId === "c9";
      response.writeHead(isGone ? 410 : 204, isGone ? { "x-amzn-errortype": "GoneException" } : {});
      return void response.end();
    }
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
    closed,
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
    sessionId: `s${userId}`,
    connectionId: `c${userId}`,
    ttl: 4_000_000_000,
    ...(scope ? { scope } : {}),
  }).go();

test("changes of a campaign go to the screens of users who may see it, and to no others", async () => {
  await using gateway = await startGateway();
  const actor = testActor();
  const { accountId } = actor;
  const { id: campaignId } = await createCampaign({ ...actor, userId: 8 }, {});
  await open(accountId, 1);
  await open(accountId, 8, { kind: "own", userId: 8 });
  await open(accountId, 9, { kind: "own", userId: 9 });
  await publishEvents([{ accountId, campaignId, kind: "sent" }]);
  expect(gateway.sent.map(({ connectionId }) => connectionId).sort()).toEqual(["c1", "c8"]);
});

test("the screens of an account that is deleted are closed at once, and one that is gone holds nothing up", async () => {
  await using gateway = await startGateway();
  const [actor, other] = [testActor(), testActor()];
  await open(actor.accountId, 1);
  await open(actor.accountId, 9);
  await open(other.accountId, 2);
  for (const eraser of ERASERS.credentials) for await (const _gone of eraser(actor.accountId));
  expect(gateway.closed).toEqual({ c1: "4401 Unauthorized", c9: "4401 Unauthorized" });
  const connections = ({ accountId }: { accountId: number }) =>
    ConnectionEntity.query.byAccount({ accountId }).go();
  expect((await connections(actor)).data).toEqual([]);
  expect((await connections(other)).data).toHaveLength(1);
});

test("a deactivated member gets that message, and nothing afterwards", async () => {
  await using gateway = await startGateway();
  const { accountId } = testActor();
  await open(accountId, 1);
  await open(accountId, 9);
  const member = { accountId, userId: 9, kind: "member", status: "deactivated" } as const;
  await publishAccess([member]);
  const message = { type: "access", user_ids: [9] };
  expect(gateway.sent).toHaveLength(2);
  expect(gateway.sent).toContainEqual({ connectionId: "c9", message });
  await publishEvents([{ accountId, campaignId: 1, kind: "sent" }]);
  expect(gateway.sent.slice(2).map(({ connectionId }) => connectionId)).toEqual(["c1"]);
});

test("a member whose role narrows gets only messages about visible records, on the socket that was open before", async () => {
  await using gateway = await startGateway();
  const member = await testUser("member", "glacier-2026");
  const { accountId, userId } = member;
  const { id: campaignId } = await createCampaign(
    { ...testActor(), accountId, userId: userId + 1 },
    {},
  );
  await open(accountId, userId);
  const event = { accountId, campaignId, kind: "sent" } as const;
  await publishEvents([event]);
  expect(gateway.sent).toHaveLength(1);

  const change = async (role: Role) => {
    await changeUser(member, { role });
    await publishAccess([member]);
  };
  await change("LIMITED_FULL_MEMBER_ACCESS");
  await publishEvents([event]);
  expect(gateway.sent.slice(1).map(({ message }) => message)).toEqual([
    { type: "access", user_ids: [userId] },
  ]);
  await change("VIEW_ONLY_ACCESS");
  await publishEvents([event]);
  expect(gateway.sent.slice(3).map(({ message }) => message)).toMatchObject([
    { type: "campaign-events", campaign_id: campaignId },
  ]);
});

test("a client from whom categories are hidden gets only messages about leads that it may see now", async () => {
  await using _gateway = await startGateway();
  const client = await testUser("client", "glacier-2026");
  const { accountId, userId } = client;
  await open(accountId, userId, { kind: "client", clientId: userId, hiddenCategoryIds: [] });
  await changeUser(client, { hiddenCategoryIds: [3] });
  await publishAccess([client]);
  const { data } = await ConnectionEntity.get({ accountId, connectionId: `c${userId}` }).go();
  expect(data?.scope).toEqual({ kind: "client", clientId: userId, hiddenCategoryIds: [3] });
});

test("a socket that opens while its user's role narrows opens narrowed", async () => {
  const member = await testUser("member", "glacier-2026");
  const { accountId, userId } = member;
  const session = await issueSession(member, { ip: "", userAgent: "" });
  const actor = await authenticateToken(session.token);
  const { ticket } = await createRealtimeTicket(actor, {});
  const stop = tableClient.intercept(async (action, input, next) => {
    const isOpening = action === "TransactWriteItems" && JSON.stringify(input).includes("late");
    if (isOpening) {
      const narrowed = { role: "LIMITED_FULL_MEMBER_ACCESS" as const };
      await changeUser(member, narrowed);
      await publishAccess([member]);
    }
    return next(input);
  });
  await openConnection(ticket, "late");
  stop();
  const { data } = await ConnectionEntity.get({ accountId, connectionId: "late" }).go();
  expect(data?.scope).toEqual({ kind: "own", userId });
});
