import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { readFigures } from "@thaw/client/example";
import { createClient, type Service } from "@thaw/client/thaw-client";
import { createApiKey } from "@thaw/core/accounts/api-key/api-key";
import { authenticateToken, issueSession } from "@thaw/core/accounts/session/session";
import { createCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { variable } from "@thaw/core/environment";
import { SERVICES } from "@thaw/core/manifest";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testUser } from "../../../../tests/support/user.ts";
import { createApi } from "./app.ts";
import { openapi } from "./openapi.ts";
import { loadEveryRouter } from "./routers.ts";

const listener = getRequestListener(createApi().fetch);
const server = createServer((request, response) => void listener(request, response));
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function owner() {
  const user = await testUser("owner", "glacier-2026");
  const { token } = await issueSession(user, { ip: "192.0.2.1", userAgent: "test" });
  const actor = await authenticateToken(token);
  const { api_key: apiKey } = await createApiKey(actor, { name: "Robot", access: "all" });
  return { actor, token, apiKey };
}

test("the example of the reference reads every campaign with its figures", async () => {
  const { actor, apiKey } = await owner();
  await createCampaign(actor, { name: "Spring" });
  await createCampaign(actor, { name: "Summer" });
  expect(await readFigures(origin, apiKey)).toEqual([
    "Summer: 0 sent, 0 answered",
    "Spring: 0 sent, 0 answered",
  ]);
  await expect(readFigures(origin, "0".repeat(40))).rejects.toThrow(/unauthenticated, request \w/);
});

test("what the client calls is the API: its fields, its refusals and its request's id", async () => {
  const { apiKey } = await owner();
  const thaw = createClient({ origin, apiKey });
  const made = await thaw.main.post<{ id: number }>("/api/tags", { name: "Agencies" });
  if (!made.ok) throw new Error(made.message);
  const address = `/api/tags/${made.data.id}`;
  expect(await thaw.main.patch(address, { name: "Firms" })).toMatchObject({ ok: true });
  expect(await thaw.main.post("/api/tags", { name: "" })).toMatchObject({
    ok: false,
    status: 400,
    code: "invalid",
    fields: { name: [expect.any(String)] },
    requestId: expect.any(String),
  });
  expect(await thaw.main.get("/api/tags", { limit: 1 })).toMatchObject({ total: 1, cursor: null });
  expect(await thaw.main.delete(address)).toMatchObject({ ok: true });
  expect(await thaw.anonymous.get("/api/tags")).toMatchObject({ ok: false, status: 401 });
});

test("GraphQL answers the client that has a session", async () => {
  const { token, apiKey } = await owner();
  const query = "{ getUserBasicDetails: team_members { id } }";
  expect(await createClient({ origin, token }).graphql(query)).toMatchObject({ ok: true });
  expect(await createClient({ origin, token }).graphql("{ nothing }")).toMatchObject({
    ok: false,
    status: 400,
    code: "invalid",
  });
  expect(await createClient({ origin, apiKey }).graphql(query)).toMatchObject({ status: 401 });
});

test("the analytics engine has a campaign's figures; what a service does not have is not found, in the API's own shape", async () => {
  const { actor, apiKey } = await owner();
  const { id } = await createCampaign(actor, { name: "Spring" });
  const thaw = createClient({ origin, apiKey });
  expect(await thaw.analytics.get(`/campaigns/${id}`)).toMatchObject({
    ok: true,
    data: { totals: { sent: 0 } },
  });
  const others = [
    thaw.untracked.post("/replies", {}),
    thaw.smartDelivery.get("/tests"),
    thaw.smartSenders.get("/orders"),
    thaw.smartServers.get("/servers"),
    thaw.analytics.get("/nothing"),
    thaw.warmup.patch("/mailboxes/1", {}),
  ];
  for (const answer of await Promise.all(others)) {
    expect(answer).toMatchObject({
      ok: false,
      status: 404,
      code: "not_found",
      message: "There is nothing here",
    });
  }
});

test("the API's document says where each service answers: below the public origin unless it is told otherwise", async () => {
  const read = async () => {
    const response = await openapi("/", loadEveryRouter).request("/");
    const document = (await response.json()) as { "x-services": Record<Service, string> };
    return document["x-services"];
  };
  vi.stubEnv(variable.site, origin);
  const usual = await read();
  expect(usual).toEqual({
    main: origin,
    ...Object.fromEntries(SERVICES.map((name) => [name, `${origin}/${name}`])),
  });
  vi.stubEnv("SMART_DELIVERY_URL", "https://delivery.thaw.example/smart-delivery");
  const split = await read();
  expect(split).toEqual({
    ...usual,
    "smart-delivery": "https://delivery.thaw.example/smart-delivery",
  });
  vi.unstubAllEnvs();
  const { apiKey } = await owner();
  const thaw = createClient({ bases: usual, apiKey });
  expect(await thaw.warmup.patch("/x")).toMatchObject({ status: 404, code: "not_found" });
  expect(await thaw.main.get("/api/auth/me")).toMatchObject({ ok: true });
});
