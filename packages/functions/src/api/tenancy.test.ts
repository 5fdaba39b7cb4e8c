import { createApiKey } from "@thaw/core/accounts/api-key/api-key";
import { createCategory } from "@thaw/core/accounts/category/category";
import { authenticateToken, issueSession } from "@thaw/core/accounts/session/session";
import { createTag } from "@thaw/core/accounts/tag/tag";
import { addMember } from "@thaw/core/accounts/team/member";
import { MEMBER_ROLES } from "@thaw/core/accounts/team/team.schema";
import { createUser } from "@thaw/core/accounts/user/user-record";
import { type Permission, systemActor } from "@thaw/core/actor";
import { createFolder } from "@thaw/core/campaigns/campaign-folder/campaign-folder";
import { createTemplate } from "@thaw/core/campaigns/template-library/saved-template";
import { createReminder } from "@thaw/core/inbox/reminder/reminder";
import { createTask } from "@thaw/core/inbox/task/task";
import { threadFor } from "@thaw/core/inbox/thread/thread-store";
import { permissionsOf, permissionsOfClient } from "@thaw/core/kernel/access/access-table";
import type { Role } from "@thaw/core/kernel/access/role.schema";
import { nextId } from "@thaw/core/kernel/id-block/id-block";
import { createLeadExport } from "@thaw/core/leads/lead-export/lead-export";
import { createNote } from "@thaw/core/leads/note/note";
import { addSuppression } from "@thaw/core/leads/suppression/block-list";
import type { Operation } from "@thaw/core/operation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { startCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { finishOnboarding } from "../../../../tests/support/onboarding.ts";
import { makeAttachment } from "../../../../tests/support/upload.ts";
import { makeWorld, type World } from "../../../../tests/support/world.ts";

/** A word that is in everything our account has and in nothing else. */
const MARK = "glacier-7391";
/** What is in a campaign of ours besides: its leads and what belongs to them. */
const HIDDEN = `${MARK}-moraine`;
/** Shown to anybody: log-in, links inside mails, probes. */
const OPEN =
  /^\/(healthz|readyz|o|c|u|api\/client\/login|api\/oidc\/issuers|api\/auth\/(signup|login|regenerate-otp|verify-user|invitation|resend-verification|passkeys\/login|password\/(forgot|reset)|magic-link))(\/|$)/;

type Route = { method: string; path: string; operation: Operation };

let cloud: TestCloud;
let world: World;
let threadId: number;
let sessionId: string;
let categoryId: number;
let templateId: number;
let folderId: number;
let tagId: number;
let taskId: number;
let noteId: number;
let reminderId: number;
let keyId: number;
let exportId: number;
let attachmentToken: string;
let memberId: number;
let clientId: number;
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
  world = await makeWorld({
    smtpPort: 1,
    leads: 2,
    leadEmail: (index) => `${HIDDEN}${index}@prospect.example`,
  });
  const { accountId } = world.actor;
  const at = new Date().toISOString();
  const thread = await threadFor(
    accountId,
    "lead:1:1",
    () => ({
      mailboxId: world.mailboxIds[0] ?? 1,
      mailboxEmail: "sender0@sender.example",
      email: `${HIDDEN}0@prospect.example`,
      name: HIDDEN,
      subject: HIDDEN,
    }),
    at,
  );
  threadId = thread.threadId;
  await addSuppression(systemActor(accountId), { value: `${MARK}.example` });
  const category = { name: MARK, sentiment: "neutral", color: "blue" } as const;
  categoryId = (await createCategory(systemActor(accountId), category)).id;
  templateId = (await createTemplate(systemActor(accountId), { name: MARK, body: MARK })).id;
  folderId = (await createFolder(systemActor(accountId), { name: MARK })).id;
  tagId = (await createTag(systemActor(accountId), { name: MARK })).id;
  const lead_id = world.leadIds[0] ?? 0;
  const due_at = "2100-01-01T09:00:00.000Z";
  taskId = (await createTask(world.actor, { title: HIDDEN, due_at, lead_id })).id;
  noteId = (await createNote(world.actor, { lead_id, text: HIDDEN })).id;
  reminderId = (await createReminder(world.actor, { lead_id, due_at, note: HIDDEN })).id;
  keyId = (await createApiKey(world.actor, { name: MARK })).id;
  const attachment = await makeAttachment(systemActor(accountId), `${MARK}.pdf`, MARK);
  attachmentToken = attachment.file_key.split("/").at(-1) ?? "";
  const origin = { ip: "127.0.0.1", userAgent: "test" };
  const owner = await createUser({
    accountId,
    userId: await nextId("global", "user"),
    kind: "owner",
    role: "OWNER",
    name: MARK,
    email: `owner${accountId}@acme.example`,
    passwordHash: "",
    isEmailVerified: true,
  });
  for (const role of MEMBER_ROLES) {
    const name = role.toLowerCase();
    const email = `${name}${accountId}@acme.example`;
    const member = await addMember(accountId, { name, email, password: "member-Pass-1", role });
    memberTokens.set(role, (await issueSession(member, origin)).token);
    memberId = member.userId;
  }
  for (const permissions of CLIENTS) {
    const client = await createUser({
      accountId,
      userId: await nextId("global", "user"),
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
  const strangerAccount = await nextId("global", "user");
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
  sessionId = String((await authenticateToken(tokens.owner)).sessionId);
  tokens.stranger = (await issueSession(stranger, origin)).token;
  exportId = (await createLeadExport(await authenticateToken(tokens.owner), {})).id;
});

afterAll(async () => {
  await cloud[Symbol.asyncDispose]();
});

/** Our ids in a route's path, and what else its body may name of ours. */
function addressOf({ path }: Route): string {
  const ids: Record<string, string> = {
    campaign_id: String(world.campaignId),
    mailbox_id: String(world.mailboxIds[0]),
    lead_id: String(world.leadIds[0]),
    thread_id: String(threadId),
    import_id: "1",
    export_id: String(exportId),
    message_id: encodeURIComponent(`2026-03-02T09:00:00.000Z|${"x".repeat(22)}`),
    send_id: "x".repeat(22),
    index: "0",
    session_id: sessionId,
    category_id: String(categoryId),
    template_id: String(templateId),
    delete_identifier: crypto.randomUUID(),
    folder_id: String(folderId),
    tag_id: String(tagId),
    task_id: String(taskId),
    note_id: String(noteId),
    reminder_id: String(reminderId),
    member_id: String(memberId),
    client_id: String(clientId),
    erasure_id: "1",
    key_id: String(keyId),
    passkey_id: "0".repeat(64),
    identity_id: "0".repeat(64),
    linkedin_account_id: "1",
    token: attachmentToken,
  };
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`Give tenancy.test.ts an example of :${name}`);
    return id;
  });
}

/** What these need to be refused for nothing but whose ids they name. */
const ALSO: Record<string, object> = {
  "POST /api/campaigns/:campaign_id/test-mail": { to: "ana@other.example" },
  "PUT /api/campaigns/:campaign_id/ai-categorisation": { mode: "none" },
  "POST /api/campaigns/:campaign_id/leads/:lead_id/move": { to_campaign_id: 1 },
  "POST /api/campaigns/:campaign_id/leads/reassign": { mailbox_id: 1 },
  "POST /api/campaigns/:campaign_id/leads/actions": { action: "pause" },
  "PUT /api/team/:member_id/role": { role: "ADMIN_ACCESS" },
  "PUT /api/team/:member_id/assignments": { is_assigned: true },
  "PUT /api/clients/:client_id": { email: "cy@other.example", permissions: "full_access" },
  "PATCH /api/templates/:template_id": { revision: 1 },
  "PUT /api/mailboxes/:mailbox_id/tracking-domain": { domain: "t.other.example" },
  "POST /api/mailboxes/:mailbox_id/reconnect": {
    smtp_host: "mail.other.example",
    smtp_port: 465,
    smtp_security: "SSL",
    imap_host: "mail.other.example",
    imap_port: 993,
    imap_security: "SSL",
  },
};

const bodyOf = ({ method, path }: Route) => ({
  ...ALSO[`${method} ${path}`],
  campaign_id: world.campaignId,
  campaign_ids: [world.campaignId],
  change: "archive",
  mailbox_ids: world.mailboxIds,
  lead_ids: world.leadIds,
  name: "Taken over",
  leads: [{ email: "new@prospect.example" }],
  steps: [],
  mark: "archive",
  category_id: 1,
  body: "Hello",
  step: 1,
  variant: { letter: "A", subject: "s", body: "b" },
  file_key: `acct/${world.actor.accountId}/import/x`,
  decision: "send_again",
  text: "Hello",
  title: "Call",
  due_at: "2100-01-01T09:00:00.000Z",
  lead_id: world.leadIds[0],
  condition: { kind: "reply" },
  reason: "Taken over",
});

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
  expect(others, "Give ALSO what a route's body needs besides").toEqual([]);
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
