import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { issueSession } from "@thaw/core/accounts/session/session";
import { monthlyQuotaOf, reserveMails } from "@thaw/core/accounts/subscription-plan/monthly-quota";
import { addMember } from "@thaw/core/accounts/team/member";
import { now } from "@thaw/core/clock";
import { putObject } from "@thaw/data/bucket";
import { client } from "@thaw/data/table";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { startCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { testUser } from "../../../../tests/support/user.ts";
import { makeWorld } from "../../../../tests/support/world.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const MAX_BYTES = 15 * 1_048_576;
const api = checkedApi();

type Answer = { status: number; body: Record<string, unknown> };

let cloud: TestCloud;
/** Takes every mail but those to the domain that it does not know. */
const ses = createServer((request, response) => {
  let mail = "";
  request.on("data", (chunk: Buffer) => {
    mail += chunk.toString();
  });
  request.on("end", () => {
    const isRefused = mail.includes("@refused.example");
    response.writeHead(isRefused ? 400 : 200, { "x-amzn-errortype": "MessageRejected" });
    response.end(JSON.stringify({ MessageId: "1", message: "Refused" }));
  });
});
beforeAll(async () => {
  cloud = await startCloud();
  await new Promise<void>((resolve) => ses.listen(0, "127.0.0.1", resolve));
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(ses.address() as AddressInfo).port}`;
});
afterAll(async () => {
  ses.close();
  await cloud[Symbol.asyncDispose]();
});

async function call(request: string, token?: string, body?: object): Promise<Answer> {
  const response = await ask(api, request, { token, body });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : {};
  return { status: response.status, body: answer as Record<string, unknown> };
}

async function owner() {
  const user = await testUser("owner", "glacier-2026");
  return { ...user, token: (await issueSession(user, ORIGIN)).token };
}

const signUpAs = (email: string) => ({
  name: "Ada",
  email,
  password: "glacier-2026",
  terms_accepted: true,
});

async function newCampaign(token: string): Promise<number> {
  const { body } = await call("POST /api/campaigns", token, { name: "Spring" });
  return (body.data as { id: number }).id;
}

/** A test's fault is no news. */
function quietly() {
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(() => true),
  );
  return {
    [Symbol.dispose]: () => {
      for (const output of outputs) output.mockRestore();
    },
  };
}

/** One way to each status, by what the answer's code is. */
const WAYS: Record<number, { code: string; provoke: () => Promise<Answer> }> = {
  400: {
    code: "invalid",
    provoke: async () => call("POST /api/campaigns", (await owner()).token, { name: " " }),
  },
  401: { code: "unauthenticated", provoke: () => call("GET /api/campaigns", "a.dead.token") },
  402: {
    code: "plan_limit",
    async provoke() {
      const { actor, campaignId } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
      const { accountId } = actor;
      const email = `${crypto.randomUUID()}@firm.example`;
      const role = "ADMIN_ACCESS";
      const admin = await addMember(accountId, { name: "A", email, password: "floe-2026", role });
      const { token } = await issueSession(admin, ORIGIN);
      const quota = await monthlyQuotaOf(accountId, now());
      await reserveMails(quota, quota.limit);
      return call(`POST /api/campaigns/${campaignId}/start`, token);
    },
  },
  403: {
    code: "forbidden",
    async provoke() {
      const { accountId } = await owner();
      const email = `${crypto.randomUUID()}@firm.example`;
      const role = "VIEW_ONLY_ACCESS";
      const viewer = await addMember(accountId, { name: "V", email, password: "floe-2026", role });
      return call("POST /api/campaigns", (await issueSession(viewer, ORIGIN)).token, {});
    },
  },
  404: {
    code: "not_found",
    async provoke() {
      const theirs = await newCampaign((await owner()).token);
      return call(`GET /api/campaigns/${theirs}`, (await owner()).token);
    },
  },
  409: {
    code: "conflict",
    async provoke() {
      const { email } = await owner();
      return call("POST /api/auth/signup", undefined, signUpAs(email));
    },
  },
  413: {
    code: "too_large",
    async provoke() {
      const { token } = await owner();
      const { body } = await call("POST /api/leads/import/upload", token);
      const { file_key } = body.data as { file_key: string };
      // The upload's form would have refused it; what is there is looked at all the same.
      await putObject(file_key, Buffer.alloc(MAX_BYTES + 1, "a"), "text/csv");
      return call("POST /api/leads/import/preview", token, { file_key });
    },
  },
  422: {
    code: "invalid_transition",
    async provoke() {
      const { token } = await owner();
      return call(`POST /api/campaigns/${await newCampaign(token)}/pause`, token);
    },
  },
  429: {
    code: "rate_limited",
    async provoke() {
      const email = `${crypto.randomUUID()}@firm.example`;
      await call("POST /api/auth/signup", undefined, signUpAs(email));
      await call("POST /api/auth/resend-verification", undefined, { email });
      return call("POST /api/auth/resend-verification", undefined, { email });
    },
  },
  500: {
    code: "internal",
    async provoke() {
      const { token } = await owner();
      using _quiet = quietly();
      const stop = client.intercept((action, input, next) => {
        if (action.startsWith("Query")) throw new Error("The table's disk is gone");
        return next(input);
      });
      const answer = await call("GET /api/campaigns", token);
      stop();
      return answer;
    },
  },
  503: {
    code: "unavailable",
    async provoke() {
      using _quiet = quietly();
      const email = `${crypto.randomUUID()}@refused.example`;
      return await call("POST /api/auth/signup", undefined, signUpAs(email));
    },
  },
};

test.each(Object.entries(WAYS))(
  "an error of status %s says so in its body, with its code and words for the user [ERR-07]",
  async (status, { code, provoke }) => {
    const answer = await provoke();
    expect(answer).toMatchObject({
      status: Number(status),
      body: { ok: false, code, status: Number(status), message: expect.stringMatching(/\w+ \w+/) },
    });
  },
);

/** Whether a body is what every error is: nothing less, nothing else. */
function isOfShape({ status, body }: Answer): boolean {
  const { ok, code, key, message, status: said, fields = {}, field_keys = {}, ...rest } = body;
  const perField = [fields, field_keys].flatMap((each) => Object.values(each as object).flat());
  return (
    ok === false &&
    said === status &&
    typeof code === "string" &&
    typeof key === "string" &&
    typeof message === "string" &&
    message.length > 3 &&
    isDeepStrictEqual(Object.keys(fields as object), Object.keys(field_keys as object)) &&
    perField.every((words) => typeof words === "string") &&
    Object.keys(rest).length === 0
  );
}

test("every route of every part refuses in one shape: a stranger, what it cannot read, and what is not there [ERR-06]", async () => {
  const { token } = await owner();
  const routes = api.routes.filter(
    ({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !/log-?out/.test(path),
  );
  const wrong = [];
  const statuses = new Set<number>();
  let withFields = 0;
  for (const { method, path } of routes) {
    const request = `${method} ${path.replace(/:\w+/g, "0")}`;
    const body = method === "GET" || method === "DELETE" ? undefined : { name: "", steps: 1 };
    for (const answer of [await call(request), await call(request, token, body)]) {
      if (answer.status < 400) continue;
      statuses.add(answer.status);
      if (answer.body.fields) withFields += 1;
      if (!isOfShape(answer)) wrong.push({ request, ...answer });
    }
  }
  expect(wrong).toEqual([]);
  expect(new Set(routes.map(({ path }) => path.split("/")[2])).size).toBeGreaterThan(8);
  expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 404]));
  expect(withFields).toBeGreaterThan(20);
  expect(isOfShape(await call("GET /api/nothing/here"))).toBe(true);
});
