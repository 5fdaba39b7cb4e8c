import { authenticateApiKey, createApiKey } from "@thaw/core/accounts/api-key/api-key";
import { authenticateToken, issueSession } from "@thaw/core/accounts/session/session";
import { installClock, now } from "@thaw/core/clock";
import { client } from "@thaw/data/table";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Asked, ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { raceWrites } from "../../../../tests/support/race.ts";
import { testUser } from "../../../../tests/support/user.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const api = checkedApi();

type Call = Asked & { once?: string };

async function call(request: string, { once, headers, ...asked }: Call = {}) {
  const response = await ask(api, request.replace(" ", " /api"), {
    ...asked,
    headers: { ...(once === undefined ? {} : { "idempotency-key": once }), ...headers },
  });
  const text = await response.text();
  const answer = text === "" ? {} : (JSON.parse(text) as { data?: { id?: number } });
  return { status: response.status, headers: response.headers, text, answer };
}

async function owner() {
  const user = await testUser("owner", "glacier-2026");
  const { token } = await issueSession(user, ORIGIN);
  const actor = await authenticateToken(token);
  const newKey = async (access: "all" | "read" = "all") =>
    (await createApiKey(actor, { name: "Robot", access })).api_key;
  return { token, actor, newKey };
}

/** Time stands still, at the begin of a minute. */
function stopped(): Disposable {
  const base = Math.ceil(now() / 60_000) * 60_000;
  const restore = installClock({ now: () => base, rate: 1 });
  return { [Symbol.dispose]: restore };
}

/** What happens to the table, and what is written to the logs. */
function overhear() {
  const requests: { action: string; text: string }[] = [];
  const logged: string[] = [];
  const stop = client.intercept((action, input, next) => {
    requests.push({ action, text: JSON.stringify(input) });
    return next(input);
  });
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      logged.push(String(chunk));
      return true;
    }),
  );
  const end = () => {
    stop();
    for (const output of outputs) output.mockRestore();
  };
  return { requests, logged, [Symbol.dispose]: end };
}

test("a request that is sent twice with one Idempotency-Key is done once and answered alike", async () => {
  const { token } = await owner();
  const once = crypto.randomUUID();
  const body = { name: "Spring" };
  const first = await call("POST /campaigns", { token, once, body });
  const second = await call("POST /campaigns", { token, once, body });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  const other = await call("POST /campaigns", { token, once, body: { name: "Summer" } });
  expect(other).toMatchObject({ status: 422, answer: { code: "key_reused" } });
  expect((await call("GET /campaigns", { token })).answer.data).toHaveLength(1);
});

test("of two equal requests at the same moment one is done; the other gets its answer or 409", async () => {
  const { token } = await owner();
  const again = { token, once: "order-1", body: { name: "Spring" } };
  using _race = raceWrites(2, /^PutItem/);
  const answers = await Promise.all([
    call("POST /campaigns", again),
    call("POST /campaigns", again),
  ]);
  const done = answers.filter(({ status }) => status === 201).map(({ text }) => text);
  expect(new Set(done).size).toBe(1);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect((await call("GET /campaigns", { token })).answer.data).toHaveLength(1);
});

test("changes and deletions are repeated like the rest", async () => {
  const { token } = await owner();
  const { answer } = await call("POST /tags", { token, body: { name: "Hot", color: "red" } });
  const path = `/tags/${answer.data?.id}`;
  const renamed = { token, once: "a", body: { name: "Cold" } };
  const first = await call(`PATCH ${path}`, renamed);
  expect(first.status).toBe(200);
  expect((await call(`PATCH ${path}`, renamed)).text).toBe(first.text);
  const gone = await call(`DELETE ${path}`, { token, once: "b" });
  expect(gone.status).toBe(200);
  expect((await call(`DELETE ${path}`, { token, once: "b" })).text).toBe(gone.text);
  expect((await call(`DELETE ${path}`, { token })).status).toBe(404);
});

test("an answer with a secret is not kept: its route takes no Idempotency-Key and does nothing", async () => {
  const { token } = await owner();
  const made = await call("POST /api-keys", { token, once: "a", body: { name: "Robot" } });
  expect(made).toMatchObject({ status: 400, answer: { code: "invalid" } });
  expect((await call("GET /api-keys", { token })).answer.data).toEqual([]);
});

test("each answer says how many requests are left; the sixty-first of a key waits for the next minute", async () => {
  using _stopped = stopped();
  const { newKey, token } = await owner();
  const [key, other] = [await newKey(), await newKey()];
  const lefts = [];
  for (let sent = 1; sent <= 60; sent++) {
    const { status, headers } = await call("GET /tags", { key });
    expect(status).toBe(200);
    lefts.push(Number(headers.get("ratelimit-remaining")));
  }
  expect(lefts).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index));
  const refused = await call("GET /tags", { key });
  expect(refused).toMatchObject({ status: 429, answer: { code: "rate_limited" } });
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    "retry-after": "60",
    "ratelimit-limit": "60",
    "ratelimit-remaining": "0",
    "ratelimit-reset": "60",
    "ratelimit-policy": "60;w=60",
  });
  expect((await call("GET /tags", { key: other })).status).toBe(200);
  const session = await call("GET /tags", { token });
  expect(session.status).toBe(200);
  expect(session.headers.get("ratelimit-limit")).toBe("600");
});

test("of a hundred requests at the same moment exactly sixty are answered", async () => {
  using _stopped = stopped();
  const key = await (await owner()).newKey();
  const answers = await Promise.all(Array.from({ length: 100 }, () => call("GET /tags", { key })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test("counting costs one request of the table, of visitors too, and none where a monitor asks", async () => {
  const key = await (await owner()).newKey();
  await call("GET /tags", { key });
  using heard = overhear();
  await call("GET /tags", { key });
  const counts = heard.requests.filter(({ text }) => text.includes("requestrate"));
  expect(counts.map(({ action }) => action)).toEqual(["UpdateItem"]);
  heard.requests.length = 0;
  await api.request("/healthz");
  expect(heard.requests).toEqual([]);
  expect((await call("GET /tags")).status).toBe(401);
  expect(heard.requests.map(({ action }) => action)).toEqual(["UpdateItem"]);
});

test("a request keeps the id that it came with, and gets one otherwise", async () => {
  const { token } = await owner();
  const id = crypto.randomUUID();
  const given = await call("GET /tags", { token, headers: { "x-request-id": id } });
  expect(given.headers.get("x-request-id")).toBe(id);
  for (const strange of ["x".repeat(201), "a b", "<script>"]) {
    const { headers } = await call("GET /tags", { token, headers: { "x-request-id": strange } });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect((await call("GET /tags")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a client that has an answer already gets 304 until it changes, and HEAD gives the headers alone", async () => {
  const { token } = await owner();
  const { answer } = await call("POST /campaigns", { token, body: { name: "Spring" } });
  const path = `/campaigns/${answer.data?.id}`;
  const first = await call(`GET ${path}`, { token });
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
  for (const known of [tag, `"other", ${tag.slice(2)}`, "*"]) {
    const same = await call(`GET ${path}`, { token, headers: { "if-none-match": known } });
    expect([same.status, same.text, same.headers.get("etag")]).toEqual([304, "", tag]);
  }
  const head = await call(`HEAD ${path}`, { token });
  expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", tag]);
  await call(`PATCH ${path}`, { token, body: { name: "Summer" } });
  const changed = await call(`GET ${path}`, { token, headers: { "if-none-match": tag } });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(tag);
});

test("a change with If-Match is refused with 412 once someone else has changed what it is of", async () => {
  const { token } = await owner();
  const template = { name: "Hello", subject: "Hi", body: "Hi" };
  const { answer } = await call("POST /templates", { token, body: template });
  const path = `/templates/${answer.data?.id}`;
  const etag = (await call(`GET ${path}`, { token })).headers.get("etag") ?? "";
  expect(etag).toMatch(/\.1"$/);
  const change = (subject: string, tag: string) =>
    call(`PATCH ${path}`, { token, body: { subject }, headers: { "if-match": tag } });
  expect((await change("First", etag)).status).toBe(200);
  const late = await change("Second", etag);
  expect(late).toMatchObject({ status: 412, answer: { code: "precondition_failed" } });
  for (const tag of ['"other"', "*", ""]) expect((await change("Third", tag)).status).toBe(412);
  const read = await call(`GET ${path}`, { token });
  expect(read.answer.data).toMatchObject({ subject: "First" });
  expect((await change("Second", read.headers.get("etag") ?? "")).status).toBe(200);
  const blind = { token, body: { name: "x" }, headers: { "if-match": etag } };
  expect((await call("POST /tags", blind)).status).toBe(412);
});

test("a key that may only read changes nothing, neither the account nor its owner's person", async () => {
  const { newKey } = await owner();
  const key = await newKey("read");
  expect((await call("GET /campaigns", { key })).status).toBe(200);
  expect((await call("GET /auth/me", { key })).status).toBe(200);
  const writes = api.routes.filter(
    ({ method, path, handler }) =>
      /^(POST|PUT|PATCH|DELETE)$/.test(method) &&
      path.startsWith("/api/auth/") &&
      "operation" in handler &&
      (handler.operation as { permission: string }).permission !== "public",
  );
  expect(writes.length).toBeGreaterThan(5);
  for (const { method, path } of writes) {
    const { status } = await call(`${method} ${path.slice(4).replace(/:\w+/g, "1")}`, { key });
    expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 403`);
  }
  expect((await call("POST /campaigns", { key, body: { name: "No" } })).status).toBe(403);
});

test("a key shows up in no answer, no log and no write to the table", async () => {
  const { newKey, token } = await owner();
  const key = await newKey();
  using heard = overhear();
  const answers = [
    await call("GET /api-keys", { token }),
    await call("GET /auth/me", { key }),
    await call("POST /campaigns", { key, once: "a", body: { name: "Spring" } }),
    await call("GET /nothing", { key }),
    await call("GET /activity-logs", { token }),
  ];
  const fault = client.intercept((action, input, next) => {
    if (action === "Query") throw new Error("The table's disk is gone");
    return next(input);
  });
  answers.push(await call("GET /campaigns", { key }));
  fault();
  expect(answers.at(-1)?.status).toBe(500);
  expect(heard.logged.join("")).toContain("A request failed");
  for (const said of [
    ...heard.logged,
    ...heard.requests.map(({ text }) => text),
    ...answers.map(({ text, headers }) => text + JSON.stringify([...headers])),
  ]) {
    expect(said).not.toContain(key);
  }
  expect((await authenticateApiKey(key)).kind).toBe("owner");
});

test("a filter that comes twice in an address narrows to either of the two", async () => {
  const { token } = await owner();
  for (const name of ["A", "B"]) await call("POST /campaigns", { token, body: { name } });
  const { answer: first } = await call("GET /campaigns?search=a", { token });
  const id = (first.data as unknown as { id: number }[])[0]?.id;
  await call(`POST /campaigns/${id}/archive`, { token });
  const listed = async (query: string) => {
    const { answer } = await call(`GET /campaigns?${query}`, { token });
    return (answer.data as unknown as { name: string }[]).map(({ name }) => name).join("");
  };
  expect(await listed("status=ARCHIVED&status=DRAFTED")).toBe("BA");
  expect(await listed("status=DRAFTED&status=PAUSED")).toBe("B");
  expect((await call("GET /campaigns?search=a&search=b", { token })).status).toBe(400);
});

test("a body that is not read is refused and no empty one; no body is an empty one", async () => {
  const { token } = await owner();
  const send = async (type: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    const request = { method: "POST", headers, ...(body === undefined ? {} : { body }) };
    const response = await api.request("/api/campaigns", request);
    const { data, message } = (await response.json()) as { data?: object; message?: string };
    return { ...data, status: response.status, message };
  };
  const form = "application/x-www-form-urlencoded";
  for (const [type, body] of [
    ["text/plain", '{"name":"A"}'],
    [form, "name=A"],
    ["application/json", "{"],
    ["application/json", "[]"],
  ] as const) {
    expect(await send(type, body)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/JSON/),
    });
  }
  for (const type of ["application/json", form]) {
    expect(await send(type)).toMatchObject({ status: 201, name: "Untitled Campaign" });
    expect(await send(type, " ")).toMatchObject({ status: 201 });
  }
  expect(await send("Application/JSON; charset=utf-8", '{"name":"A"}')).toMatchObject({
    name: "A",
  });
});

test("the scheme of a bearer token is read in any capitals", async () => {
  const { token } = await owner();
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    const authorization = `${scheme} ${token}`;
    expect((await call("GET /campaigns", { headers: { authorization } })).status).toBe(200);
  }
});

test("every answer, a refusal too, is taken for what it says it is, and by https alone from then on", async () => {
  const { token } = await owner();
  const paths = ["/api/campaigns", "/api/nowhere", "/api/leads/export", "/healthz", "/u/nobody"];
  for (const path of paths) {
    const response = await api.request(path, { headers: { authorization: `Bearer ${token}` } });
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=63072000",
    });
  }
});

test("a request that did not come through the edge is refused where the edge has a secret, also a probe", async () => {
  const { token } = await owner();
  const word = "edge-".repeat(8);
  vi.stubEnv("SST_Secret_value_EDGE_SECRET", word);
  onTestFinished(() => void vi.unstubAllEnvs());
  const statuses = async (headers: Record<string, string>) => [
    (await call("GET /campaigns", { token, headers })).status,
    (await api.request("/healthz", { headers })).status,
    (await call("GET /nowhere", { headers })).status,
  ];
  expect(await statuses({})).toEqual([403, 403, 403]);
  expect(await statuses({ "x-thaw-edge": "guessed" })).toEqual([403, 403, 403]);
  expect(await statuses({ "x-thaw-edge": word })).toEqual([200, 200, 404]);
});

test("a path that is asked by a method that it does not take says which it takes; one that there is not says that", async () => {
  const wrong = await call("DELETE /campaigns");
  expect(wrong).toMatchObject({
    status: 405,
    answer: { ok: false, code: "method_not_allowed", status: 405, message: expect.any(String) },
  });
  expect(allowedBy(wrong)).toEqual(["GET", "HEAD", "POST"]);
  expect((await call("HEAD /auth/login")).status).toBe(405);
  for (const { method, path } of api.routes) {
    if (method === "ALL") continue;
    const response = await api.request(path.replace(/:\w+/g, "1"), { method: "OPTIONS" });
    expect([path, response.status]).toEqual([path, 405]);
    expect(allowedBy(response), path).toContain(method);
  }
  const nowhere = await call("DELETE /nowhere");
  expect(nowhere).toMatchObject({ status: 404, answer: { code: "not_found" } });
  expect(nowhere.headers.get("allow")).toBeNull();
});

const allowedBy = ({ headers }: { headers: Headers }) =>
  headers.get("allow")?.split(", ").toSorted();
