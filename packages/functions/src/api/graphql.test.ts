import { updateAiSettings } from "@thaw/core/accounts/ai/ai-settings";
import { rotateApiKey } from "@thaw/core/accounts/api-key/api-key";
import { authenticateToken, issueSession } from "@thaw/core/accounts/session/session";
import { addMember } from "@thaw/core/accounts/team/member";
import { MEMBER_ROLES } from "@thaw/core/accounts/team/team.schema";
import { beforeAll, expect, test } from "vitest";
import { testUser } from "../../../../tests/support/user.ts";
import { assemble } from "./assemble.ts";
import { loadRouter } from "./routers.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const api = assemble([await loadRouter("/v1/graphql")]);

type Person = { userId: number; accountId: number; token: string };
type Answered = {
  status: number;
  data: Record<string, unknown>;
  errors: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
};

let owner: Person;
let stranger: Person;
const members = new Map<string, Person>();

async function signedIn(user: { userId: number; accountId: number; kind: "owner" | "member" }) {
  const { userId, accountId } = user;
  const { token } = await issueSession(user, ORIGIN);
  return { userId, accountId, token };
}

async function newMember(accountId: number, role: (typeof MEMBER_ROLES)[number]) {
  const name = role.toLowerCase();
  const email = `${name}${accountId}@firm.example`;
  const member = await addMember(accountId, { name, email, password: "member-Pass-1", role });
  return signedIn({ ...member, kind: "member" });
}

beforeAll(async () => {
  owner = await signedIn({ ...(await testUser("owner", "owner-Pass-1")), kind: "owner" });
  stranger = await signedIn({ ...(await testUser("owner", "owner-Pass-1")), kind: "owner" });
  for (const role of MEMBER_ROLES) members.set(role, await newMember(owner.accountId, role));
});

const memberOf = (role: string): Person => {
  const member = members.get(role);
  if (!member) throw new Error(`Nobody is ${role}`);
  return member;
};

async function ask(person: Person, query: string, variables?: object): Promise<Answered> {
  const response = await api.request("/v1/graphql", {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answered, "status">) };
}

const idsOf = ({ data }: Answered) => (data.team_members as { id: number }[]).map(({ id }) => id);
const teamIds = () => MEMBER_ROLES.map((role) => memberOf(role).userId);

test("team members come in slices and by filter [GQL-03]", async () => {
  const PAGE = `query ($offset: Int, $limit: Int, $where: team_members_bool_exp) {
    team_members(offset: $offset, limit: $limit, where: $where) { id }
  }`;
  const all = teamIds();
  const page = async (variables: object) => idsOf(await ask(owner, PAGE, variables));
  expect(await page({})).toEqual(all);
  expect(await page({ limit: 2 })).toEqual(all.slice(0, 2));
  expect(await page({ offset: 1, limit: 2 })).toEqual(all.slice(1, 3));
  expect(await page({ offset: 4, limit: 2, where: null })).toEqual([]);
  expect(await page({ where: { role: { _eq: "ADMIN_ACCESS" } } })).toEqual([
    memberOf("ADMIN_ACCESS").userId,
  ]);
  expect(await page({ where: { id: { _in: [all[1], all[3], stranger.userId] } } })).toEqual([
    all[1],
    all[3],
  ]);
  const full = { name: { _ilike: "%FULL_member%" }, status: { _eq: "active" } };
  expect(await page({ where: full })).toEqual(
    ["FULL_MEMBER_ACCESS", "LIMITED_FULL_MEMBER_ACCESS"].map((role) => memberOf(role).userId),
  );
  const { errors } = await ask(owner, PAGE, { offset: 10_001 });
  expect(errors).toMatchObject([
    {
      path: ["team_members"],
      extensions: { code: "invalid", fields: { offset: [expect.any(String)] } },
    },
  ]);
});

test("team members are found by id, all of them with the newest first, and by their basic details [GQL-04]", async () => {
  const admin = memberOf("ADMIN_ACCESS");
  const byId = await ask(owner, `{ team_members_by_pk(id: ${admin.userId}) { id role status } }`);
  expect(byId.data).toEqual({
    team_members_by_pk: { id: admin.userId, role: "ADMIN_ACCESS", status: "active" },
  });
  const all = await ask(owner, "{ team_members(order_by: { id: desc }) { id } }");
  expect(idsOf(all)).toEqual(teamIds().toReversed());
  const basic = await ask(owner, "{ team_members(limit: 1) { id name email profile_pic_url } }");
  expect(basic.data.team_members).toEqual([
    {
      id: admin.userId,
      name: "admin_access",
      email: `admin_access${owner.accountId}@firm.example`,
      profile_pic_url: null,
    },
  ]);
  // The owner is no team member.
  const none = await ask(owner, `{ team_members_by_pk(id: ${owner.userId}) { id } }`);
  expect(none.data).toEqual({ team_members_by_pk: null });
});

const BASIC = `query getUserBasicDetails {
  users {
    api_key user_ui_status activity_logs gpt_api_info timezone_preferences whitelabel_domain
    whitelabel_details notify_on_disconnect wl_google_client_id wl_microsoft_client_id growth_experiments
  }
}`;

test("getUserBasicDetails takes no variables and returns the eleven fields of the caller's account [GQL-07]", async () => {
  const { api_key } = await rotateApiKey(await authenticateToken(owner.token), {});
  const { data } = await ask(owner, BASIC);
  expect(data.users).toEqual([
    {
      api_key: `…${api_key.slice(-4)}`,
      user_ui_status: {},
      activity_logs: expect.arrayContaining([expect.objectContaining({ action: "key_made" })]),
      gpt_api_info: { provider: "api.openai.com", model: expect.any(String), key_masked: null },
      timezone_preferences: { account: "Etc/GMT", agency: "Etc/GMT", client: "Etc/GMT" },
      whitelabel_domain: null,
      whitelabel_details: expect.objectContaining({ brand_name: "" }),
      notify_on_disconnect: true,
      wl_google_client_id: null,
      wl_microsoft_client_id: null,
      growth_experiments: {},
    },
  ]);
});

const UPDATE = `mutation ($id: Int!, $set: users_set_input!) {
  update_users_by_pk(pk_columns: { id: $id }, _set: $set) { id name notify_on_disconnect user_ui_status }
}`;

test("a user is changed by id [GQL-08]", async () => {
  const admin = memberOf("ADMIN_ACCESS");
  const set = {
    name: "Ada",
    notify_on_disconnect: false,
    user_ui_status: { tip: { dismissed_at: "2026-01-02T03:04:05.000Z" } },
  };
  const { data } = await ask(admin, UPDATE, { id: admin.userId, set });
  expect(data).toEqual({ update_users_by_pk: { id: admin.userId, ...set } });
  const read = await ask(admin, "{ users { id name } }");
  expect(read.data.users).toEqual([{ id: admin.userId, name: "Ada" }]);
});

test("columns that are not on the list, and values that do not fit, are refused [GQL-12]", async () => {
  const set = async (changes: object) => {
    const { status, errors } = await ask(owner, UPDATE, { id: owner.userId, set: changes });
    return { status, code: errors?.[0]?.extensions.code };
  };
  for (const column of ["role", "plan_type", "email", "uuid", "api_key", "status", "id"]) {
    const refused = await set({ [column]: "x" });
    expect([column, refused.code]).toEqual([column, "invalid"]);
  }
  expect(await set({ name: " " })).toEqual({ status: 200, code: "invalid" });
  expect(await set({ user_ui_status: { tip: { role: "OWNER" } } })).toMatchObject({
    code: "invalid",
  });
  const { data } = await ask(owner, "{ users { name role email } }");
  expect(data.users).toMatchObject([{ name: "Ada", role: "OWNER" }]);
  // Each column of the list is one of the schema.
  const known = await ask(owner, '{ __type(name: "users_set_input") { inputFields { name } } }');
  const { inputFields } = known.data.__type as { inputFields: { name: string }[] };
  expect(inputFields.map(({ name }) => name)).toEqual([
    "name",
    "logo",
    "profile_pic_url",
    "timezone_preferences",
    "notify_on_disconnect",
    "user_ui_status",
    "whitelabel_domain",
    "whitelabel_details",
    "wl_google_client_id",
    "wl_microsoft_client_id",
  ]);
});

test("white-label columns are changed by users who may manage clients", async () => {
  const set = {
    whitelabel_details: { brand_name: "North", support_email: "help@north.example" },
    wl_google_client_id: "123.apps.example",
  };
  const CHANGE = `mutation ($id: Int!, $set: users_set_input!) {
    update_profile(id: $id, changes: $set) { whitelabel_details wl_google_client_id }
  }`;
  const { data } = await ask(owner, CHANGE, { id: owner.userId, set });
  expect(data.update_profile).toMatchObject(set);
  const rename = { whitelabel_details: { brand_name: "South" } };
  const again = await ask(owner, CHANGE, { id: owner.userId, set: rename });
  expect(again.data.update_profile).toMatchObject({
    whitelabel_details: { brand_name: "South", support_email: "help@north.example" },
    wl_google_client_id: "123.apps.example",
  });
  const member = memberOf("FULL_MEMBER_ACCESS");
  const refused = await ask(member, CHANGE, { id: member.userId, set });
  expect(refused.errors).toMatchObject([{ extensions: { code: "forbidden", status: 403 } }]);
});

const MATRIX = `query ($other: Int!, $theirs: Int!) {
  users { id api_key activity_logs wl_google_client_id }
  other: users_by_pk(id: $other) { id }
  theirs: users_by_pk(id: $theirs) { id }
  member: team_members_by_pk(id: $other) { id }
  stranger: team_members_by_pk(id: $theirs) { id }
  team_members { id }
}`;

test.each(["OWNER", ...MEMBER_ROLES])(
  "%s sees the rows and columns that are theirs [GQL-11]",
  async (role) => {
    const reader = role === "OWNER" ? owner : memberOf(role);
    const isManager = role === "OWNER" || role === "ADMIN_ACCESS";
    const other = memberOf(
      role === "VIEW_ONLY_ACCESS" ? "FULL_MEMBER_ACCESS" : "VIEW_ONLY_ACCESS",
    ).userId;
    await rotateApiKey(await authenticateToken(owner.token), {});
    const { data } = await ask(reader, MATRIX, { other, theirs: stranger.userId });
    const anybody = { id: other };
    expect(data).toEqual({
      users: [
        {
          id: reader.userId,
          api_key: isManager ? expect.stringMatching(/^…[0-9a-f]{4}$/) : null,
          activity_logs: isManager ? expect.any(Array) : null,
          wl_google_client_id: isManager ? "123.apps.example" : null,
        },
      ],
      other: isManager ? anybody : null,
      theirs: null,
      member: isManager ? anybody : null,
      stranger: null,
      team_members: isManager ? teamIds().map((id) => ({ id })) : [{ id: reader.userId }],
    });
  },
);

test("ids of another account give null, and change nothing there [PERM-18]", async () => {
  const id = stranger.userId;
  const grace = await newMember(stranger.accountId, "VIEW_ONLY_ACCESS");
  const READS = `query ($id: Int!, $member: Int!) {
    users_by_pk(id: $id) { id }
    team_members_by_pk(id: $member) { id }
  }`;
  const read = await ask(owner, READS, { id, member: grace.userId });
  expect(read.data).toEqual({ users_by_pk: null, team_members_by_pk: null });

  const renamed = await ask(owner, UPDATE, { id, set: { name: "Taken" } });
  expect(renamed.data).toEqual({ update_users_by_pk: null });
  const RAISE = `mutation ($id: Int!) {
    update_team_members_by_pk(pk_columns: { id: $id }, _set: { role: "ADMIN_ACCESS" }) { id }
  }`;
  const raised = await ask(owner, RAISE, { id: grace.userId });
  expect(raised.data).toEqual({ update_team_members_by_pk: null });
  expect(raised.errors).toMatchObject([{ extensions: { status: 404 } }]);

  const theirs = await ask(stranger, "{ users { name } team_members { role } }");
  expect(theirs.data.users).not.toEqual([{ name: "Taken" }]);
  expect(theirs.data.team_members).toEqual([{ role: "VIEW_ONLY_ACCESS" }]);
});

test("secrets are columns of nothing that can be asked for, and a key that was given is read as its last four characters [GQL-11]", async () => {
  const { data } = await ask(owner, "{ __schema { types { name fields { name } } } }");
  const names = JSON.stringify(data);
  expect(names).not.toMatch(/password|secret|hash|token/i);

  const actor = await authenticateToken(owner.token);
  const key = "sk-canary-0123456789-wxyz";
  await updateAiSettings(actor, { secret_key: key });
  const { api_key } = await rotateApiKey(actor, {});
  const read = await ask(owner, "{ users { api_key gpt_api_info } }");
  expect(read.data.users).toEqual([
    {
      api_key: `…${api_key.slice(-4)}`,
      gpt_api_info: expect.objectContaining({ key_masked: "…wxyz" }),
    },
  ]);
  expect(JSON.stringify(read)).not.toMatch(/canary|0123456789/);
  expect(JSON.stringify(read)).not.toContain(api_key.slice(0, -4));
});

test("queries that would be too much work are refused before any is executed", async () => {
  const refused = async (query: string) => {
    const { status, errors } = await ask(owner, query);
    return [status, errors?.[0]?.extensions.code];
  };
  const types = (depth: number) =>
    `{ __schema { types { fields { type { ${"ofType { ".repeat(depth)} name ${"} ".repeat(depth)} } } } } }`;
  const many = Array.from({ length: 11 }, (_, n) => `u${n}: users { id }`).join(" ");
  const fragments = Array.from(
    { length: 40 },
    (_, n) => `fragment f${n} on users { ${n < 39 ? `...f${n + 1} ...f${n + 1}` : "id"} }`,
  ).join(" ");
  const wide = `{ users { ${Array.from({ length: 600 }, (_, n) => `a${n}: id`).join(" ")} } }`;
  for (const query of [
    "{",
    "{ nothing }",
    types(20),
    `{ ${many} }`,
    `{ users { ...f0 } } ${fragments}`,
    wide,
    `{ ${"users { id } ".repeat(2_000)} }`,
    "query a { users { id } } query b { users { id } }",
    "subscription { team_members_by_pk(id: 1) { role } }",
  ]) {
    expect([query.slice(0, 40), ...(await refused(query))]).toEqual([
      query.slice(0, 40),
      400,
      "invalid",
    ]);
  }
  expect((await ask(owner, types(9))).status).toBe(200);
});

test("GraphQL needs a session: visitors and API keys are refused", async () => {
  const { api_key } = await rotateApiKey(await authenticateToken(owner.token), {});
  const by = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ query: "{ users { id } }" });
    return api.request("/v1/graphql", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
  };
  for (const headers of [{}, { "x-api-key": api_key }]) {
    const response = await by(headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: "unauthenticated", status: 401 } }],
    });
  }
});
