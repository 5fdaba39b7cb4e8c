import { issueSession } from "@thaw/core/accounts/session/session";
import { addMember } from "@thaw/core/accounts/team/member";
import { systemActor } from "@thaw/core/actor";
import { now } from "@thaw/core/clock";
import { HOUR_MS, MINUTE_MS } from "@thaw/core/duration";
import { listSuppressions } from "@thaw/core/leads/suppression/list-entries";
import { expect, test } from "vitest";
import { type Asked, ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { later } from "../../../../tests/support/clock.ts";
import { testUser } from "../../../../tests/support/user.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const api = checkedApi();

async function call(method: string, path: string, asked: Asked = {}) {
  const response = await ask(api, `${method} /api${path}`, asked);
  // Each answer has a shape of its own; the assertions look at it.
  const answer = (await response.json()) as { data: Record<string, string> };
  return { status: response.status, answer, data: answer.data };
}

async function owner() {
  const user = await testUser("owner", "glacier-2026");
  const { token } = await issueSession(user, ORIGIN);
  const newKey = async () => String((await call("POST", "/auth/api-key", { token })).data.api_key);
  return { ...user, token, newKey };
}

test("an API key acts as its account until it is rotated, and the new one from then on [API-11]", async () => {
  const { newKey, token, email } = await owner();
  const stranger = await (await owner()).newKey();
  const key = await newKey();
  expect(key).toMatch(/^[0-9a-f]{40}$/);
  const { data: campaign } = await call("POST", "/campaigns", { key, body: { name: "By key" } });
  expect(await call("GET", `/campaigns/${campaign.id}`, { token })).toMatchObject({
    status: 200,
    data: { name: "By key" },
  });
  expect((await call("GET", "/auth/me", { key })).data.email).toBe(email);
  expect((await call("GET", `/campaigns/${campaign.id}`, { key: stranger })).status).toBe(404);

  const next = await newKey();
  expect(await call("GET", "/campaigns", { key })).toMatchObject({
    status: 401,
    answer: { code: "unauthenticated", message: "This API key is not valid" },
  });
  expect((await call("GET", "/campaigns", { key: next })).status).toBe(200);
});

test.each(["", "0".repeat(40), "0".repeat(39), "x"])("the key %j gets 401", async (key) => {
  expect((await call("GET", "/campaigns", { key })).status).toBe(401);
});

test("a key reads who it acts for, and nothing else that is that person's own", async () => {
  const key = await (await owner()).newKey();
  expect((await call("GET", "/auth/me", { key })).status).toBe(200);
  for (const path of ["/auth/sessions", "/auth/passkeys", "/oidc/identities", "/profile"]) {
    const { status, answer } = await call("GET", path, { key });
    expect({ path, status, answer }).toMatchObject({ status: 403, answer: { code: "forbidden" } });
  }
});

test("only owner and admins make a key", async () => {
  const { accountId } = await owner();
  const member = async (role: "ADMIN_ACCESS" | "FULL_MEMBER_ACCESS") => {
    const email = `${crypto.randomUUID()}@firm.example`;
    const user = await addMember(accountId, { name: "M", email, password: "floe-2026", role });
    const { token } = await issueSession(user, ORIGIN);
    return (await call("POST", "/auth/api-key", { token })).status;
  };
  expect(await member("ADMIN_ACCESS")).toBe(201);
  expect(await member("FULL_MEMBER_ACCESS")).toBe(403);
});

test("the sixty-first request of a key within a minute gets 429, another key's does not", async () => {
  const [key, other] = [await (await owner()).newKey(), await (await owner()).newKey()];
  using _stopped = later(0);
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => call("GET", "/campaigns", { key })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await call("GET", "/campaigns", { key })).toMatchObject({
    status: 429,
    answer: { code: "rate_limited" },
  });
  expect((await call("GET", "/campaigns", { key: other })).status).toBe(200);
  using _minute = later(MINUTE_MS + 1000);
  expect((await call("GET", "/campaigns", { key })).status).toBe(200);
});

test("a temporary token previews and unsubscribes, and opens nothing else [API-02] [API-13]", async () => {
  const { token, accountId } = await owner();
  expect((await call("POST", "/auth/temp-token")).status).toBe(401);
  const made = await call("POST", "/auth/temp-token", { token });
  expect(made.status).toBe(201);
  const temporary = { token: made.data.token ?? "" };

  const path = "/unsubscribe?email=Ann%40prospect.example";
  const email = "ann@prospect.example";
  expect((await call("GET", path, temporary)).data).toEqual({ email, unsubscribed: false });
  expect((await listSuppressions(systemActor(accountId), {})).items).toEqual([]);
  const done = await call("POST", "/unsubscribe", { ...temporary, body: { email } });
  expect(done.status).toBe(200);
  expect((await call("GET", path, temporary)).data).toEqual({ email, unsubscribed: true });
  expect((await listSuppressions(systemActor(accountId), {})).items).toMatchObject([
    { value: email, source: "unsubscribe" },
  ]);

  for (const route of api.routes.filter(({ path }) => path.startsWith("/api/"))) {
    if (route.path === "/api/unsubscribe" || route.method === "ALL") continue;
    const { status } = await call(route.method, route.path.slice(4), temporary);
    expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} 401`);
  }
});

test("a temporary token dies after sixty minutes, and with its session [API-13]", async () => {
  const { token } = await owner();
  const start = now();
  const at = (ms: number) => later(start + ms - now());
  let temporary = { token: "" };
  {
    using _start = at(0);
    temporary = { token: (await call("POST", "/auth/temp-token", { token })).data.token ?? "" };
  }
  const status = async () =>
    (await call("GET", "/unsubscribe?email=a@b.example", temporary)).status;
  {
    using _late = at(HOUR_MS + 1000);
    expect(await status()).toBe(401);
  }
  using _inTime = at(59 * MINUTE_MS);
  expect(await status()).toBe(200);
  await call("POST", "/auth/logout", { token });
  expect(await status()).toBe(401);
});

test("what a program adds to the block list says so, and what a person adds with a session too", async () => {
  const { newKey, token, accountId } = await owner();
  const key = await newKey();
  await call("POST", "/block-list", { key, body: { value: "one@by-key.example" } });
  await call("POST", "/block-list/bulk", { key, body: { values: ["two.example"] } });
  await call("POST", "/block-list", { token, body: { value: "by-hand.example" } });
  const { items } = await listSuppressions(systemActor(accountId), {});
  expect(items.map(({ value, source }) => [value, source])).toEqual([
    ["by-hand.example", "manual"],
    ["one@by-key.example", "api"],
    ["two.example", "api"],
  ]);
});
