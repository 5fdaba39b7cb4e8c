import { authenticateToken, issueSession } from "@thaw/core/accounts/session/session";
import { addMember } from "@thaw/core/accounts/team/member";
import { MEMBER_ROLES } from "@thaw/core/accounts/team/team.schema";
import { createUser, userIds } from "@thaw/core/accounts/user/user-record";
import type { Permission } from "@thaw/core/actor";
import { permissionsOf, permissionsOfClient } from "@thaw/core/kernel/access/access-table";
import type { Role } from "@thaw/core/kernel/access/role.schema";
import type { Operation } from "@thaw/core/operation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { startCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { finishOnboarding } from "../../../../tests/support/onboarding.ts";
import { everySample, type SampledAccount } from "../../../../tests/support/sample.ts";
import { makeWorld } from "../../../../tests/support/world.ts";

/** A word that is in everything our account has and in nothing else. */
const MARK = "glacier-7391";
/** What is in a campaign of ours besides: its leads and what belongs to them. */
const HIDDEN = `${MARK}-moraine`;
/** Shown to anyone: log-in, links inside mails, probes. */
const OPEN =
  /^\/(healthz|readyz|o|c|u|api\/client\/login|api\/oidc\/issuers|api\/auth\/(signup|login|regenerate-otp|verify-user|invitation|resend-verification|passkeys\/login|password\/(forgot|reset)|magic-link))(\/|$)/;

const samples = await everySample();

type Route = { method: string; path: string; operation: Operation };

let cloud: TestCloud;
let account: SampledAccount;
/** What leads to ours in a path, by the name of the parameter. */
const ours = new Map<string, string>();
const tokens: Record<"owner" | "stranger", string> = { owner: "", stranger: "" };
const memberTokens = new Map<Role, string>();
const CLIENTS = ["full_access", "reply_master_inbox", "none"] as const;
const clientTokens = new Map<(typeof CLIENTS)[number], string>();

const api = checkedApi();
const routes: Route[] = api.routes.flatMap(({ method, path, handler }) => {
  const { operation } = handler as { operation?: Operation };
  return operation && method !== "ALL" ? [{ method, path, operation }] : [];
});

beforeAll(async () => {
  cloud = await startCloud();
  const world = await makeWorld({
    smtpPort: 1,
    leads: 2,
    leadEmail: (index) => `${HIDDEN}${index}@prospect.example`,
  });
  const { accountId } = world.actor;
  const origin = { ip: "127.0.0.1", userAgent: "test" };
  const owner = await createUser({
    accountId,
    userId: await userIds.next("global"),
    kind: "owner",
    role: "OWNER",
    name: MARK,
    email: `owner${accountId}@acme.example`,
    passwordHash: "",
    isEmailVerified: true,
  });
  let memberId = 0;
  for (const role of MEMBER_ROLES) {
    const name = role.toLowerCase();
    const email = `${name}${accountId}@acme.example`;
    const member = await addMember(accountId, { name, email, password: "member-Pass-1", role });
    memberTokens.set(role, (await issueSession(member, origin)).token);
    memberId = member.userId;
  }
  let clientId = 0;
  for (const permissions of CLIENTS) {
    const client = await createUser({
      accountId,
      userId: await userIds.next("global"),
      kind: "client",
      clientPermissions: permissions === "none" ? [] : [permissions],
      name: "Client",
      email: `${permissions}${accountId}@client.example`,
      passwordHash: "",
      isEmailVerified: true,
    });
    clientTokens.set(permissions, (await issueSession(client, origin)).token);
    clientId = client.userId;
  }
  const strangerAccount = await userIds.next("global");
  const stranger = await createUser({
    accountId: strangerAccount,
    userId: strangerAccount,
    kind: "owner",
    role: "OWNER",
    name: "Stranger",
    email: `stranger${strangerAccount}@other.example`,
    passwordHash: "",
    isEmailVerified: true,
  });
  for (const person of [owner, stranger]) await finishOnboarding(person);
  tokens.owner = (await issueSession(owner, origin)).token;
  tokens.stranger = (await issueSession(stranger, origin)).token;
  const actor = await authenticateToken(tokens.owner);
  account = { world, owner: actor, memberId, clientId, mark: MARK, hidden: HIDDEN };
  for (const { make } of samples) {
    const made = Object.entries((await make?.(account)) ?? {});
    for (const [name, value] of made) ours.set(name, String(value));
  }
});

afterAll(async () => {
  await cloud[Symbol.asyncDispose]();
});

/** A path with our ids in it. */
const addressOf = ({ path }: Route): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => {
    const id = ours.get(name);
    if (id !== undefined) return id;
    const noun = name.replace(/_id$/, "").replaceAll("_", "-");
    throw new Error(`No sample gives a :${name}: ${noun}.sample.ts beside ${noun}.ts should`);
  });

const bodyOf = ({ method, path }: Route): object =>
  Object.assign(
    { name: "Taken over" },
    ...samples.map(({ body }) => body?.(account)),
    ...samples.map(({ bodies }) => bodies?.[`${method} ${path}`]),
  );

async function call(route: Route, token: string | undefined) {
  const body = route.method === "GET" ? undefined : bodyOf(route);
  const response = await ask(api, `${route.method} ${addressOf(route)}`, { token, body });
  return { status: response.status, text: await response.text() };
}

const guarded = () => routes.filter(({ path }) => !OPEN.test(path));

test("the API has routes to guard", () => {
  expect(guarded().length).toBeGreaterThan(30);
});

test("every route that is not open to all refuses nobody with 401", async () => {
  for (const route of guarded()) {
    const { status } = await call(route, undefined);
    expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} 401`);
  }
});

test("no route shows or changes anything of ours to an owner of another account: there is nothing there [PERM-18]", async () => {
  // Ids are counted per account: once the stranger has a campaign 1 of its own, ours is out of the question. And logging out
  // would end the session and make every later refusal worthless.
  const hasId = ({ path }: Route) => /:\w+/.test(path);
  const tried = guarded().filter(({ path }) => !path.endsWith("/logout"));
  const others: string[] = [];
  for (const route of tried.toSorted((a, b) => Number(hasId(b)) - Number(hasId(a)))) {
    const { status, text } = await call(route, tokens.stranger);
    const where = `${route.method} ${route.path}`;
    expect(`${where} ${status}`).not.toBe(`${where} 401`);
    expect(`${where}: ${text.includes(MARK)}`).toBe(`${where}: false`);
    if (hasId(route) && status !== 404) others.push(`${where} ${status} ${text}`);
  }
  expect(
    others,
    "Give what a route's body needs besides in its noun's sample: `body` or `bodies`",
  ).toEqual([]);
  const kept = await call(
    { method: "GET", path: "/api/campaigns/:campaign_id" } as Route,
    tokens.owner,
  );
  expect(JSON.parse(kept.text)).toMatchObject({ ok: true, data: { name: "Spring" } });
});

test.each(MEMBER_ROLES)(
  "%s is refused every operation that its role does not permit, and shown what it does [PERM-15]",
  async (role) => {
    const token = memberTokens.get(role) ?? "";
    const permissions = permissionsOf(role);
    const isPermitted = ({ operation: { permission } }: Route) =>
      permission === "signed_in" || permissions.has(permission as Permission);
    const refused = guarded().filter((route) => !isPermitted(route));
    for (const route of refused) {
      const { status } = await call(route, token);
      expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} 403`);
    }
    const lists = guarded().filter(
      (route) => route.method === "GET" && !route.path.includes(":") && isPermitted(route),
    );
    expect(lists.length).toBeGreaterThan(10);
    for (const route of lists) {
      const { status } = await call(route, token);
      expect([route.path, status === 401 || status === 403]).toEqual([route.path, false]);
    }
  },
  60_000,
);

const permissionsOfKind = (kind: (typeof CLIENTS)[number]) =>
  permissionsOfClient(kind === "none" ? [] : [kind]);

test.each(CLIENTS)(
  "a client with %s is refused every operation that it may not do, and shown the rest [CLIENT-06] [PERM-04]",
  async (kind) => {
    const token = clientTokens.get(kind) ?? "";
    const permissions = permissionsOfKind(kind);
    const isPermitted = ({ operation: { permission } }: Route) =>
      permission === "signed_in" || permissions.has(permission as Permission);
    const refused = guarded().filter((route) => !isPermitted(route));
    expect(refused.length).toBeGreaterThan(40);
    for (const route of refused) {
      const { status } = await call(route, token);
      expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} 403`);
    }
  },
  60_000,
);

test.each(CLIENTS)(
  "a client with %s to whom nothing was given finds nothing of ours by any route, whatever the host [CLIENT-08] [WL-08]",
  async (kind) => {
    const token = clientTokens.get(kind) ?? "";
    const permissions = permissionsOfKind(kind);
    const tried = guarded().filter(
      ({ method, path, operation }) =>
        permissions.has(operation.permission as Permission) &&
        (method === "GET" || NARROWED.test(path)),
    );
    expect(tried.length).toBeGreaterThan(30);
    const shown: string[] = [];
    for (const route of tried) {
      const { status, text } = await call(route, token);
      const where = `${route.method} ${route.path}`;
      if (text.includes(MARK)) shown.push(where);
      if (NARROWED.test(route.path)) {
        expect([where, [400, 404].includes(status)]).toEqual([where, true]);
      }
    }
    // What replies are called is shared by all who answer; the address of a file is a secret in itself.
    expect(shown).toEqual(["GET /api/categories", "GET /api/aws-s3/attachments/:token"]);
  },
  60_000,
);

test.each(CLIENTS)("a client with %s makes no clients of its own [PERM-21]", async (kind) => {
  const body = { name: "Bolt", email: "cleo@bolt.example", permissions: "full_access" };
  const asked = await api.request("/api/clients", {
    method: "POST",
    headers: {
      authorization: `Bearer ${clientTokens.get(kind)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  expect([asked.status, await asked.json()]).toMatchObject([403, { code: "forbidden" }]);
});

const NARROWED = /:(campaign|mailbox|lead|thread|task|reminder|import)_id/;

test("a limited member to whom nothing was given finds nothing of ours by any route [PERM-16]", async () => {
  const token = memberTokens.get("LIMITED_FULL_MEMBER_ACCESS") ?? "";
  const permissions = permissionsOf("LIMITED_FULL_MEMBER_ACCESS");
  const tried = guarded().filter(
    ({ method, path, operation }) =>
      permissions.has(operation.permission as Permission) &&
      (method === "GET" || NARROWED.test(path)),
  );
  expect(tried.length).toBeGreaterThan(50);
  for (const route of tried) {
    const { status, text } = await call(route, token);
    const where = `${route.method} ${route.path}`;
    expect(`${where}: ${text.includes(HIDDEN)}`).toBe(`${where}: false`);
    // What is wrong with the rest of a body may be said first: it tells nothing of ours.
    if (NARROWED.test(route.path))
      expect([where, [400, 404].includes(status)]).toEqual([where, true]);
  }
});
