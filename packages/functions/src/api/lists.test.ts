import { issueSession } from "@thaw/core/accounts/session/session";
import type { Operation } from "@thaw/core/operation";
import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { type Asked, ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { testUser } from "../../../../tests/support/user.ts";
import { answerOf, inputOf } from "./api-schema.ts";
import { isList, isWholeList, takesOrder } from "./offset.ts";

const api = checkedApi();

type Answer = { data?: { id?: number } };

async function call(request: string, asked: Asked) {
  const response = await ask(api, request.replace(" ", " /api"), asked);
  return { status: response.status, answer: (await response.json()) as Answer };
}

async function owner() {
  const user = await testUser("owner", "glacier-2026");
  const { token } = await issueSession(user, { ip: "192.0.2.1", userAgent: "test" });
  return { token };
}

test("lists are read by limit, offset and cursor; what is above the limits is clamped or refused", async () => {
  const { token } = await owner();
  for (const name of ["A", "B", "C", "D", "E"]) {
    await call("POST /campaigns", { token, body: { name } });
  }
  const list = async (query: string) => {
    const { status, answer } = await call(`GET /campaigns?${query}`, { token });
    const { data, cursor } = answer as { data?: { name: string }[]; cursor?: string | null };
    return { status, names: data?.map(({ name }) => name).join(""), cursor };
  };
  const whole = await list("");
  expect(whole).toMatchObject({ names: "EDCBA", cursor: null });
  expect(await list("offset=0")).toEqual(whole);
  expect(await list("offset=1&limit=2")).toMatchObject({ names: "DC" });
  expect(await list("offset=3&limit=200")).toMatchObject({ names: "BA", cursor: null });
  for (const beyond of [5, 6, 10_000]) {
    expect(await list(`offset=${beyond}&limit=2`)).toMatchObject({ status: 200, names: "" });
  }
  const { cursor } = await list("offset=1&limit=1");
  expect(await list(`limit=2&cursor=${encodeURIComponent(String(cursor))}`)).toMatchObject({
    names: "CB",
  });
  expect(await list("limit=0")).toMatchObject({ names: "E" });
  expect(await list("limit=1000")).toMatchObject({ status: 200, names: "EDCBA" });
  for (const wrong of ["offset=10001", "offset=-1", "offset=x", `offset=1&cursor=${cursor}`]) {
    expect(await list(wrong)).toMatchObject({ status: 400 });
  }
});

const lists = () =>
  api.routes.filter(
    ({ method, handler }) =>
      method === "GET" && "operation" in handler && isList(handler.operation as Operation),
  );

type Listed = { data?: object[]; total?: number };

/** An account with three leads in a campaign, a task for each of them, and the leads' ids. */
async function threeOfEach() {
  const { token } = await owner();
  const made = await call("POST /campaigns", { token, body: { name: "Spring" } });
  const campaignId = made.answer.data?.id;
  const leads = [0, 1, 2].map((index) => ({ email: `lead${index}@prospect.example` }));
  await call(`POST /campaigns/${campaignId}/leads`, { token, body: { leads } });
  const { answer } = await call("GET /leads", { token });
  const leadIds = (answer.data as unknown as { id: number }[]).map(({ id }) => id);
  for (const lead_id of leadIds) {
    const body = { title: "Call", due_at: "2100-01-01T09:00:00.000Z", lead_id };
    await call("POST /tasks", { token, body });
  }
  return { token, campaignId, leadIds };
}

/** The same with three campaigns, and three of what most other lists are of. */
async function threeOfMore() {
  const { token, campaignId, leadIds } = await threeOfEach();
  for (const name of ["Summer", "Autumn"]) await call("POST /campaigns", { token, body: { name } });
  for (const name of ["a", "b", "c"]) {
    await call("POST /templates", { token, body: { name } });
    await call("POST /tags", { token, body: { name } });
    await call("POST /block-list", { token, body: { value: `${name}.example` } });
    await call(`POST /leads/${leadIds[0]}/notes`, { token, body: { text: name } });
    const body = { lead_id: leadIds[0], due_at: `2100-01-0${name === "a" ? 1 : 2}T09:00:00.000Z` };
    await call("POST /reminders", { token, body });
  }
  return { token, campaignId, leadIds };
}

test("lists whose rows are counted say how many there are, whichever page of them is read", async () => {
  const { token } = await threeOfEach();
  for (const path of ["/leads", "/tasks"]) {
    for (const asked of ["limit=1", "limit=1&offset=2"]) {
      const { data, total } = (await call(`GET ${path}?${asked}`, { token })).answer as Listed;
      expect([path, data?.length, total]).toEqual([path, 1, 3]);
    }
  }
});

test("every list accepts a limit beyond its maximum, and says how many rows it has where the answer reaches its end", async () => {
  const { token, campaignId, leadIds } = await threeOfEach();
  const ids: Record<string, unknown> = { campaign_id: campaignId, lead_id: leadIds[0] };
  expect(lists().length).toBeGreaterThan(10);
  for (const { path } of lists()) {
    const at = path.replace("/api", "").replace(/:(\w+)/g, (_whole, name) => String(ids[name]));
    const asked = async (query: string) => {
      const { status, answer } = await call(`GET ${at}?lead_id=${leadIds[0]}&${query}`, { token });
      const { data, total } = answer as Listed;
      return [path, status, data?.length, total];
    };
    const [, , count] = await asked("limit=100000");
    expect(await asked("limit=100000")).toEqual([path, 200, count, count]);
    expect(await asked("offset=0&limit=200")).toEqual([path, 200, count, count]);
    expect(await asked("offset=9999")).toEqual([path, 200, 0, count]);
    expect((await asked("limit=0"))[2], path).toBe(Math.min(1, Number(count)));
  }
});

test("the pages of every list add up to the whole of it, each row once and in order", async () => {
  const { token, campaignId, leadIds } = await threeOfMore();
  const email = () => `${crypto.randomUUID()}@client.example`;
  for (const name of ["a", "b", "c"]) {
    await call("POST /clients", { token, body: { name, email: email(), permissions: "none" } });
  }
  const ids: Record<string, unknown> = { campaign_id: campaignId, lead_id: leadIds[0] };
  const lengths: Record<string, number> = {};
  for (const { path } of lists()) {
    const at = path.replace("/api", "").replace(/:(\w+)/g, (_whole, name) => String(ids[name]));
    const read = async (query: string) =>
      (await call(`GET ${at}?lead_id=${leadIds[0]}&${query}`, { token })).answer as Slice;
    const { data: whole = [], cursor: end } = await read("limit=200");
    const walked: Row[] = [];
    let cursor: string | null | undefined;
    do {
      const on: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
      const page = await read(`limit=1${on}`);
      expect([path, (page.data ?? []).length <= 1]).toEqual([path, true]);
      walked.push(...(page.data ?? []));
      cursor = page.cursor;
    } while (cursor);
    expect([path, walked, end]).toEqual([path, whole, null]);
    lengths[path] = whole.length;
  }
  expect(
    Object.values(lengths).filter((length) => length === 3).length,
    JSON.stringify(lengths),
  ).toBeGreaterThan(7);
});

test("a list that is not read page by page is whole or says what it leaves out", () => {
  const silent = api.routes.filter(({ method, handler }) => {
    if (method !== "GET" || !("operation" in handler)) return false;
    const operation = handler.operation as Operation;
    if (isList(operation) || isWholeList(operation)) return false;
    const { data, cursor, is_cut: isCut } = answerOf(operation).properties ?? {};
    const goesOn =
      cursor !== undefined && "before" in (inputOf(operation, "").rest.properties ?? {});
    return typeof data === "object" && data.type === "array" && !isCut && !goesOn;
  });
  // As many as a campaign has parts.
  expect(silent.map(({ path }) => path)).toEqual(["/api/campaigns/:campaign_id/launch-checks"]);
});

/** Those that have one order, decision 26. */
const ONE_ORDER = [
  "/api/auth/sessions",
  "/api/block-list",
  "/api/campaigns/:campaign_id/messages",
  "/api/campaigns/:campaign_id/trigger-logs",
  "/api/leads/erasures",
  "/api/leads/export",
  "/api/leads/import",
];

type Row = { id: number };
type Slice = { data?: Row[]; total?: number; total_is_at_least?: number; cursor?: string | null };

test("lists take offset, limit, sort and filters and say how many rows there are, whichever of them are read [API-10]", async () => {
  const { token, campaignId, leadIds } = await threeOfMore();
  const read = async (path: string, query: string) => {
    const sign = path.includes("?") ? "&" : "?";
    const { status, answer } = await call(`GET ${path}${sign}${query}`, { token });
    const { data: rows = [], ...rest } = answer as Slice;
    return { status, rows, ...rest };
  };
  const paths = {
    "/campaigns": ["newest", "oldest"],
    "/leads": ["newest", "oldest"],
    [`/campaigns/${campaignId}/leads`]: ["oldest", "newest"],
    "/tasks": ["soonest", "latest"],
    "/templates": ["newest", "oldest"],
    [`/leads/${leadIds[0]}/notes`]: ["newest", "oldest"],
    [`/reminders?lead_id=${leadIds[0]}`]: ["soonest", "latest"],
    "/tags": [],
    "/block-list": [],
  };
  for (const [path, [usual, turned]] of Object.entries(paths)) {
    const whole = await read(path, "limit=200");
    expect([path, whole.rows.length, whole.total]).toEqual([path, 3, 3]);
    for (const offset of [0, 1, 2]) {
      const row = await read(path, `offset=${offset}&limit=1`);
      expect([path, row.rows, row.total]).toEqual([path, [whole.rows[offset]], 3]);
    }
    expect(await read(path, "offset=3&limit=1")).toMatchObject({ rows: [], total: 3 });
    expect((await read(path, "offset=1&limit=1000")).rows).toEqual(whole.rows.slice(1));
    expect((await read(path, "limit=0")).rows).toEqual(whole.rows.slice(0, 1));
    expect(await read(path, "sort=sideways")).toMatchObject({ status: 400 });
    if (!usual) continue;
    expect((await read(path, `sort=${usual}`)).rows).toEqual(whole.rows);
    const other = await read(path, `sort=${turned}&offset=0&limit=2`);
    expect([path, other.rows, other.total]).toEqual([path, whole.rows.toReversed().slice(0, 2), 3]);
  }
  expect(await read("/campaigns", "search=umm&offset=0&limit=1")).toMatchObject({ total: 1 });
});

test("every list that is read page by page has an order to choose, but for logs and the like", () => {
  const single = lists().filter(
    ({ handler }) => !takesOrder((handler as unknown as { operation: Operation }).operation),
  );
  expect(single.map(({ path }) => path).toSorted()).toEqual(ONE_ORDER);
});

test("the rows of a list that is long and not counted are counted up to a thousand beyond the page", async () => {
  const { token } = await owner();
  const fill = async (from: number, count: number) => {
    const values = Array.from({ length: count }, (_, index) => `blocked${from + index}.example`);
    await call("POST /block-list/bulk", { token, body: { values } });
  };
  for (const from of [0, 400, 800]) await fill(from, 400);
  const ask = async (query: string) =>
    (await call(`GET /block-list?${query}`, { token })).answer as Slice;
  const exact = await ask("offset=195&limit=10");
  expect([exact.total, exact.total_is_at_least]).toEqual([1200, undefined]);
  const bounded = await ask("offset=10&limit=5");
  expect([bounded.total, bounded.total_is_at_least]).toEqual([undefined, 1015]);
  const byCursor = await ask(`limit=5&cursor=${encodeURIComponent(String(bounded.cursor))}`);
  expect([byCursor.total, byCursor.total_is_at_least]).toEqual([undefined, undefined]);
});

/** Read whole: the few rows that tasks are counted in. */
const READ_WHOLE = /taskcount_1/;

test("a page of a list reads a page of the table, never all that a request may give", async () => {
  const { token, campaignId, leadIds } = await threeOfEach();
  const ids: Record<string, unknown> = { campaign_id: campaignId, lead_id: leadIds[0] };
  const boundless: string[] = [];
  for (const { path } of lists()) {
    const at = path.replace("/api", "").replace(/:(\w+)/g, (_whole, name) => String(ids[name]));
    const stop = client.intercept((action, input, next) => {
      const isLarge = !(Number(input.Limit) <= 500);
      if (action === "Query" && isLarge) boundless.push(`${path}: ${JSON.stringify(input)}`);
      return next(input);
    });
    await call(`GET ${at}?lead_id=${leadIds[0]}&limit=2`, { token });
    stop();
  }
  expect(boundless.filter((query) => !READ_WHOLE.test(query))).toEqual([]);
});

test("a page has two hundred rows at most, whatever is asked for", async () => {
  const { token } = await owner();
  const values = Array.from({ length: 205 }, (_, index) => `blocked${index}.example`);
  await call("POST /block-list/bulk", { token, body: { values } });
  const rows = async (query: string) =>
    (await call(`GET /block-list?${query}`, { token })).answer.data as unknown as object[];
  expect(await rows("limit=1000")).toHaveLength(200);
  expect(await rows("limit=1000&offset=200")).toHaveLength(5);
});

test("a cursor that a list did not give is refused by every list, whoever it is of", async () => {
  const mine = await threeOfEach();
  const other = await threeOfEach();
  for (const { token } of [mine, other]) {
    for (const name of ["a", "b"]) {
      await call("POST /campaigns", { token, body: { name } });
      await call("POST /templates", { token, body: { name } });
    }
  }
  const cursorOf = async (path: string, { token }: { token: string }) => {
    const { answer } = await call(`GET ${path}?limit=1`, { token });
    return String((answer as { cursor?: string }).cursor);
  };
  const ids: Record<string, unknown> = { campaign_id: mine.campaignId, lead_id: mine.leadIds[0] };
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const wrong = ["x", "!", text("x"), text({ pk: "x", sk: "y" }), text({ pk: 1 }), "-1"];
  wrong.push(await cursorOf("/campaigns", other), await cursorOf("/templates", other));
  for (const { path } of lists()) {
    const at = path.replace("/api", "").replace(/:(\w+)/g, (_whole, name) => String(ids[name]));
    for (const cursor of wrong) {
      const asked = `GET ${at}?lead_id=${mine.leadIds[0]}&cursor=${encodeURIComponent(cursor)}`;
      const { status, answer } = await call(asked, { token: mine.token });
      expect([path, cursor, status, "fields" in answer]).toEqual([path, cursor, 400, true]);
    }
  }
  const templates = await cursorOf("/templates", mine);
  expect((await call(`GET /campaigns?cursor=${templates}`, mine)).status).toBe(400);
});
