import { signUp } from "@thaw/core/accounts/login/sign-up";
import { QUESTIONS } from "@thaw/core/accounts/onboarding/onboarding.schema";
import { issueSession } from "@thaw/core/accounts/session/session";
import { setPlan } from "@thaw/core/accounts/subscription-plan/set-plan";
import { addMember } from "@thaw/core/accounts/team/member";
import { NOBODY, systemActor } from "@thaw/core/actor";
import { toIso } from "@thaw/core/clock";
import { beforeAll, describe, expect, test } from "vitest";
import { newAddress } from "../../../../tests/support/address.ts";
import { ask } from "../../../../tests/support/ask.ts";
import { startMailbox } from "../../../../tests/support/ses.ts";
import { testUser } from "../../../../tests/support/user.ts";
import { createApi } from "./app.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const PASSWORD = "glacier-2026";
const api = createApi();

async function call(request: string, token?: string, body?: object) {
  const response = await ask(api, request, { token, body });
  const answer = (await response.json()) as { data: { token?: string } };
  return { status: response.status, data: answer.data };
}

type Plan = Parameters<typeof setPlan>[1];

/** An owner's token, with the plan that is given. */
async function ownerWith(plan?: Plan): Promise<{ token: string; accountId: number }> {
  const user = await testUser("owner", PASSWORD);
  if (plan) await setPlan(systemActor(user.accountId), plan);
  const { token } = await issueSession(user, ORIGIN);
  return { token, accountId: user.accountId };
}

async function memberOf(accountId: number, role: "VIEW_ONLY_ACCESS" | "ADMIN_ACCESS") {
  const email = `${crypto.randomUUID()}@firm.example`;
  const member = await addMember(accountId, { name: "Mary", email, password: PASSWORD, role });
  return (await issueSession(member, ORIGIN)).token;
}

const ENDED: Plan = { plan_type: "PRO", is_sub: false, end_date: toIso(Date.now() - 1000) };

type Twin = {
  guard: string;
  token: () => Promise<string | undefined>;
  calls: readonly string[];
  status: number;
};

/** What the API answers where a page leads elsewhere, in the order of the guards. */
const TWINS: readonly Twin[] = [
  {
    guard: "nobody is signed in",
    token: async () => undefined,
    calls: [
      "GET /api/campaigns",
      "POST /api/leads/bulk",
      "GET /api/plan-details",
      "GET /api/auth/me",
    ],
    status: 401,
  },
  {
    guard: "the owner has not answered the first questions",
    token: () => newcomer(),
    calls: ["GET /api/campaigns", "POST /api/campaigns", "GET /api/inbox/threads"],
    status: 403,
  },
  {
    guard: "the plan has ended, for the owner",
    token: async () => (await ownerWith(ENDED)).token,
    calls: [
      "GET /api/campaigns",
      "POST /api/campaigns",
      "POST /api/leads/bulk",
      "POST /api/leads/import",
      "POST /api/campaigns/1/start",
      "GET /api/inbox/threads",
      "GET /api/block-list",
    ],
    status: 402,
  },
  {
    guard: "the plan has ended, for a member",
    token: async () => memberOf((await ownerWith(ENDED)).accountId, "ADMIN_ACCESS"),
    calls: ["GET /api/campaigns", "POST /api/campaigns"],
    status: 402,
  },
  {
    guard: "the role may not write",
    token: async () => memberOf((await ownerWith()).accountId, "VIEW_ONLY_ACCESS"),
    calls: ["POST /api/campaigns", "POST /api/leads/bulk", "POST /api/leads/import"],
    status: 403,
  },
  {
    guard: "a member is no owner",
    token: async () => memberOf((await ownerWith()).accountId, "ADMIN_ACCESS"),
    calls: ["GET /api/plan-details/choices", "POST /api/plan-details/trial-offer"],
    status: 403,
  },
  {
    guard: "the plan BASE has no block list",
    token: async () => (await ownerWith({ plan_type: "BASE" })).token,
    calls: [
      "GET /api/block-list",
      "POST /api/block-list",
      "POST /api/block-list/bulk",
      "POST /api/block-list/import",
      "POST /api/block-list/remove",
    ],
    status: 403,
  },
  {
    guard: "the plan POPULAR has no clients",
    token: async () => (await ownerWith({ plan_type: "POPULAR" })).token,
    calls: ["GET /api/clients", "POST /api/clients", "GET /api/clients/1"],
    status: 403,
  },
  {
    guard: "the plan BASE has no LinkedIn",
    token: async () => (await ownerWith({ plan_type: "BASE" })).token,
    calls: ["POST /api/linkedin/accounts"],
    status: 402,
  },
];

/** What each of these calls needs to be refused for nothing but who asks. */
const BODIES: Record<string, object> = {
  "POST /api/block-list": { value: "rival.example" },
  "POST /api/block-list/bulk": { values: ["rival.example"] },
  "POST /api/block-list/import": { file_key: "acct/1/lists/x" },
  "POST /api/block-list/remove": { value: "rival.example" },
  "POST /api/clients": { name: "Bolt", email: "cleo@bolt.example", permissions: "full_access" },
  "POST /api/linkedin/accounts": {
    name: "Ada",
    profile_url: "https://www.linkedin.com/in/ada-lovelace",
  },
};

let mails: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mails = await startMailbox();
  return () => mails.stop();
});

async function newcomer(): Promise<string> {
  const email = newAddress();
  await signUp(NOBODY, { name: "Ada", email, password: PASSWORD, terms_accepted: true });
  const text = (await mails.mailsTo(email))[0]?.body.text ?? "";
  const uuid = /uuid=([0-9a-f-]{36})/.exec(text)?.[1] ?? "";
  return String((await call(`GET /api/auth/verify-user?uuid=${uuid}`)).data.token);
}

describe("where a page would lead elsewhere, the API refuses [GUARD-18]", () => {
  test.each(TWINS)("$guard: $status", async ({ token, calls, status }) => {
    const bearer = await token();
    for (const each of calls) {
      const body = each.startsWith("POST") ? (BODIES[each] ?? {}) : undefined;
      expect((await call(each, bearer, body)).status, each).toBe(status);
    }
  });
});

test("an address that is not verified gets no token to call with [GUARD-18]", async () => {
  const email = newAddress();
  await signUp(NOBODY, { name: "Ada", email, password: PASSWORD, terms_accepted: true });
  const { status, data } = await call("POST /api/auth/login", undefined, {
    email,
    password: PASSWORD,
  });
  expect(status).toBe(200);
  expect(data.token).toBeUndefined();
});

test("what restores access stays open: the first questions, the plan, and reading the white label", async () => {
  const token = await newcomer();
  for (const [index, { options }] of QUESTIONS.entries()) {
    const body = { step: index + 1, values: [options[0]] };
    expect((await call("POST /api/onboarding", token, body)).status).toBe(200);
  }
  expect((await call("GET /api/campaigns", token)).status).toBe(200);
  const lapsed = await ownerWith(ENDED);
  for (const open of [
    "/api/plan-details",
    "/api/plan-details/choices",
    "/api/auth/me",
    "/api/white-label",
  ]) {
    expect((await call(`GET ${open}`, lapsed.token)).status, open).toBe(200);
  }
  const brand = { brand_name: "Firm" };
  expect((await call("PUT /api/white-label", lapsed.token, brand)).status).toBe(402);
  await setPlan(systemActor(lapsed.accountId), { plan_type: "PRO" });
  expect((await call("GET /api/campaigns", lapsed.token)).status).toBe(200);
});
