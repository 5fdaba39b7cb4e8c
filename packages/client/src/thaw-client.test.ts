import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { createClient, type Service, type ThawClient } from "./thaw-client.ts";

type Heard = { method: string; url: string; caller: string | undefined; body: string };

/** A server on a port of its own. */
async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, [Symbol.dispose]: close };
}

/** Records who asks for what, and answers that all is well. */
async function listener() {
  const heard: Heard[] = [];
  const server = await serve((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const caller = headers.authorization ?? (headers["x-api-key"] as string | undefined);
      heard.push({ method, url, caller, body });
      response.setHeader("content-type", "application/json").end('{"ok":true,"data":7}');
    });
  });
  return Object.assign(server, { heard });
}

const answering = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  serve((_request, response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, headers).end(text);
  });

type Methods = Readonly<Record<string, (path: string) => Promise<unknown>>>;

/** Every method of a client's service, as a server hears it. */
async function heardFrom(part: (thaw: ThawClient) => object, base?: Service) {
  using server = await listener();
  const bases = base ? { [base]: `${server.origin}/elsewhere/` } : {};
  const thaw = createClient({ origin: server.origin, token: "a.b.c", bases });
  for (const call of Object.values(part(thaw) as Methods)) await call("/things");
  return server.heard.map(({ method, url, caller }) => `${method} ${url} ${caller ?? "nobody"}`);
}

const all = ["GET", "POST", "PATCH", "PUT", "DELETE"];
const calls = (methods: readonly string[], path: string, caller = "Bearer a.b.c") =>
  methods.map((method) => `${method} ${path} ${caller}`);

test("the main client has five methods by path and sends the bearer token [API-01]", async () => {
  expect(await heardFrom(({ main }) => main)).toEqual(calls(all, "/things"));
  using server = await listener();
  const { main } = createClient({ origin: server.origin, apiKey: "k" });
  await main.get("/api/leads", { limit: 2, search: "a b&c", cursor: null, tag_id: undefined });
  await main.patch("/api/leads/3", { first_name: "Ann" });
  expect(server.heard).toEqual([
    { method: "GET", url: "/api/leads?limit=2&search=a+b%26c", caller: "k", body: "" },
    { method: "PATCH", url: "/api/leads/3", caller: "k", body: '{"first_name":"Ann"}' },
  ]);
});

test("the client of untracked replies posts, patches and deletes, and no more", async () => {
  expect(await heardFrom(({ untracked }) => untracked)).toEqual(
    calls(["POST", "PATCH", "DELETE"], "/untracked/things"),
  );
});

test("the client of smart delivery has all five methods", async () => {
  expect(await heardFrom(({ smartDelivery }) => smartDelivery)).toEqual(
    calls(all, "/smart-delivery/things"),
  );
});

test("the client of deliverability subscriptions asks the main server, wherever that is", async () => {
  const methods = ["GET", "POST", "PATCH", "DELETE"];
  expect(await heardFrom(({ subscriptions }) => subscriptions)).toEqual(calls(methods, "/things"));
  expect(await heardFrom(({ subscriptions }) => subscriptions, "main")).toEqual(
    calls(methods, "/elsewhere/things"),
  );
});

test("each service is asked under its prefix of the same host, or at the address that it was given; the main server also without the bearer token", async () => {
  const services = {
    main: [({ main }: ThawClient) => main, all],
    untracked: [({ untracked }: ThawClient) => untracked, ["POST", "PATCH", "DELETE"]],
    "smart-delivery": [({ smartDelivery }: ThawClient) => smartDelivery, all],
    "smart-senders": [({ smartSenders }: ThawClient) => smartSenders, ["GET", "POST"]],
    "smart-servers": [({ smartServers }: ThawClient) => smartServers, all],
    analytics: [({ analytics }: ThawClient) => analytics, ["GET"]],
    warmup: [({ warmup }: ThawClient) => warmup, ["PATCH"]],
  } satisfies Record<Service, [(thaw: ThawClient) => object, string[]]>;
  for (const [name, [part, methods]] of Object.entries(services)) {
    const usual = name === "main" ? "/things" : `/${name}/things`;
    expect(await heardFrom(part)).toEqual(calls(methods, usual));
    expect(await heardFrom(part, name as Service)).toEqual(calls(methods, "/elsewhere/things"));
  }
  expect(await heardFrom(({ anonymous }) => anonymous)).toEqual(
    calls(["GET", "POST"], "/things", "nobody"),
  );
});

test("a token may be another one at each call, and nothing is sent where there is none", async () => {
  using server = await listener();
  let token: string | undefined = "first";
  const { main } = createClient({ origin: server.origin, token: () => token });
  await main.get("/a");
  token = undefined;
  await main.get("/b");
  expect(server.heard.map(({ caller }) => caller)).toEqual(["Bearer first", undefined]);
});

test("a path that would leave the server is refused before anything is sent", () => {
  const { main } = createClient({ apiKey: "k" });
  for (const path of ["api/leads", "//evil.example/x", "/\\evil.example", "https://evil.example"]) {
    expect(() => main.get(path)).toThrow(TypeError);
  }
});

test("a call gives its data with what a list says of itself, or the server's message, or what came instead [API-06]", async () => {
  const page = { ok: true, data: [1], cursor: "c", total: 3 };
  using good = await answering(200, page, { "x-request-id": "r1" });
  expect(await createClient({ origin: good.origin }).main.get("/x")).toEqual({
    ...page,
    requestId: "r1",
  });
  using refusing = await answering(409, { ok: false, message: "Somebody was quicker" });
  expect(await createClient({ origin: refusing.origin }).main.post("/x")).toMatchObject({
    ok: false,
    status: 409,
    message: "Somebody was quicker",
  });
  using odd = await answering(500, { trace: 12 });
  expect(await createClient({ origin: odd.origin }).main.get("/x")).toMatchObject({
    ok: false,
    data: { trace: 12 },
  });
  using foreign = await answering(502, "<h1>Bad gateway</h1>");
  expect(await createClient({ origin: foreign.origin }).main.get("/x")).toMatchObject({
    ok: false,
    status: 502,
    code: "unreadable",
    data: "<h1>Bad gateway</h1>",
  });
  using other = await answering(200, ["no", "answer", "of", "ours"]);
  expect(await createClient({ origin: other.origin }).main.get("/x")).toMatchObject({ ok: false });
});

test("a failure carries the status and the server's own message, or else that the API encountered an issue [ERR-03]", async () => {
  const usual = "The API encountered an issue. Please try again later.";
  for (const body of [{}, { message: "" }, { message: 7 }, null, "down", ""]) {
    using server = await answering(503, body);
    const { main } = createClient({ origin: server.origin });
    expect(await main.get("/x")).toMatchObject({ status: 503, message: usual });
  }
  using server = await answering(422, { message: "It is archived" });
  const { main } = createClient({ origin: server.origin, fallback: () => "Nope" });
  expect(await main.get("/x")).toMatchObject({ status: 422, message: "It is archived" });
  using silent = await answering(504, "");
  const own = createClient({ origin: silent.origin, fallback: () => "Nope" });
  expect(await own.main.get("/x")).toMatchObject({ status: 504, message: "Nope" });
});

test("whatever else the body of a failure says is on its result, with the request's id and how long to wait [API-07]", async () => {
  const said = { message: "No", code: "rate_limited", fields: { name: ["Taken"] }, taken_by: 12 };
  const headers = { "x-request-id": "r2", "retry-after": "17" };
  using server = await answering(429, { ok: false, ...said }, headers);
  const thaw = createClient({ origin: server.origin });
  for (const service of [thaw.main, thaw.smartDelivery, thaw.smartSenders, thaw.smartServers]) {
    expect(await service.post("/x")).toEqual({
      ok: false,
      status: 429,
      requestId: "r2",
      retryAfterSeconds: 17,
      ...said,
    });
  }
});

test("no body makes a failure a success, or its status another", async () => {
  const hostile = { ok: true, status: 200, data: { id: 1 }, message: "Done", fields: "none" };
  using server = await answering(403, { ...hostile, requestId: "x", code: 7 });
  const thaw = createClient({ origin: server.origin });
  for (const service of [thaw.main, thaw.smartDelivery, thaw.smartSenders, thaw.smartServers]) {
    expect(await service.post("/x")).toMatchObject({
      ok: false,
      status: 403,
      code: "unreadable",
      fields: {},
      requestId: undefined,
    });
  }
});

test("a server that cannot be reached and a call that is given up are refusals like any other", async () => {
  const gone = await listener();
  gone[Symbol.dispose]();
  const { main } = createClient({ origin: gone.origin });
  expect(await main.get("/x")).toMatchObject({
    ok: false,
    status: 0,
    code: "offline",
    message: "The server cannot be reached",
    fields: {},
  });
  using silent = await serve(() => undefined);
  const leaving = new AbortController();
  const left = createClient({ origin: silent.origin }).main.get("/x", {}, leaving);
  leaving.abort();
  expect(await left).toMatchObject({ ok: false, status: 0, code: "aborted" });
});

test("a flag is up while a call is under way, until the last of them has ended, whatever their outcomes [API-08]", async () => {
  const waiting: (() => void)[] = [];
  using server = await serve(({ url }, response) => {
    const status = url === "/bad" ? 500 : 200;
    waiting.push(() => response.writeHead(status).end('{"ok":true,"data":1}'));
  });
  const thaw = createClient({ origin: server.origin });
  const seen: boolean[] = [];
  const stop = thaw.onLoading(() => seen.push(thaw.isLoading()));
  expect(thaw.isLoading()).toBe(false);
  const bad = thaw.main.post("/bad");
  const good = thaw.analytics.get("/good");
  await vi.waitUntil(() => waiting.length === 2);
  expect(thaw.isLoading()).toBe(true);
  waiting[0]?.();
  await Promise.race([bad, good]);
  expect(thaw.isLoading()).toBe(true);
  waiting[1]?.();
  expect((await Promise.all([bad, good])).map(({ ok }) => ok)).toEqual([false, true]);
  expect(thaw.isLoading()).toBe(false);
  expect(seen).toEqual([true, false]);

  const leaving = new AbortController();
  const left = thaw.main.get("/never", {}, leaving);
  leaving.abort();
  await left;
  expect([thaw.isLoading(), seen]).toEqual([false, [true, false, true, false]]);
  stop();
  const unheard = thaw.main.get("/good", {}, { signal: AbortSignal.abort() });
  expect(thaw.isLoading()).toBe(true);
  await unheard;
  expect(seen).toHaveLength(4);
});

test("GraphQL is waited for 600 seconds, and then said to be too slow [GQL-02]", async () => {
  const clocks: { milliseconds: number; ring: () => void }[] = [];
  const spied = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const clock = new AbortController();
    const reason = new DOMException("Over", "TimeoutError");
    clocks.push({ milliseconds, ring: () => clock.abort(reason) });
    return clock.signal;
  });
  using silent = await serve(() => undefined);
  const thaw = createClient({ origin: silent.origin, token: "a.b.c" });
  const asked = thaw.graphql("{ a }", {}, { signal: new AbortController().signal });
  expect(clocks.map(({ milliseconds }) => milliseconds)).toEqual([600_000]);
  clocks[0]?.ring();
  expect(await asked).toMatchObject({ ok: false, status: 0, code: "timeout" });
  spied.mockRestore();
});

test("GraphQL gives its data; errors make it a refusal with the first one's message and what was found", async () => {
  const data = { team_members: [] };
  using good = await answering(200, { data });
  const ask = (origin: string) => createClient({ origin, token: "t" }).graphql("{ a }");
  expect(await ask(good.origin)).toMatchObject({ ok: true, data });
  const errors = [{ message: "Not there", extensions: { code: "not_found", status: 404 } }];
  using half = await answering(200, { data, errors });
  expect(await ask(half.origin)).toMatchObject({
    ok: false,
    status: 404,
    code: "not_found",
    message: "Not there",
    data,
    errors,
  });
  using shut = await answering(401, { ok: false, code: "unauthenticated", message: "Who?" });
  expect(await ask(shut.origin)).toMatchObject({ ok: false, status: 401, code: "unauthenticated" });
});
