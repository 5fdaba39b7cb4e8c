import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { paced } from "../../scripts/pace.ts";
import { closeCode, graphqlAt, sendTo } from "./graphql-sockets.ts";
import { startTestLocal, temporaryFolder } from "./start.ts";

// The product reads where its table is when it is loaded: after the runtime has said so.
async function load() {
  const [api, socket, silent, stream, member, session, store, push, user] = await Promise.all([
    import("@thaw/functions/api/api"),
    import("@thaw/functions/realtime/socket"),
    import("@thaw/functions/queue/socket"),
    import("@thaw/functions/stream/table-change"),
    import("@thaw/core/accounts/team/member"),
    import("@thaw/core/accounts/session/session"),
    import("@thaw/core/workspace/realtime/graphql-socket"),
    import("@thaw/core/workspace/realtime/push"),
    import("../support/user.ts"),
  ]);
  const handlers = {
    api: api.handler,
    socket: socket.handler,
    silent: silent.handler,
    stream: stream.handler,
  };
  return { handlers, ...member, ...session, ...store, ...push, ...user };
}

const folder = temporaryFolder();
const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
let local: Awaited<ReturnType<typeof startTestLocal>>;
let thaw: Awaited<ReturnType<typeof load>>;
/** Ids of the connections, in the order of their opening. */
const connected: string[] = [];

beforeAll(async () => {
  local = await startTestLocal(folder.path, {
    api: (event: never, context) => thaw.handlers.api(event, context as never),
    onSocket: (event: { requestContext: { routeKey: string; connectionId: string } }) => {
      if (event.requestContext.routeKey === "$connect") {
        connected.push(event.requestContext.connectionId);
      }
      return thaw.handlers.socket(event as never);
    },
    onSilentSocket: (event: never, context) =>
      thaw.handlers.silent(event, context, () => undefined),
    onTableChange: (event: never, context) => thaw.handlers.stream(event, context, () => undefined),
  });
  thaw = await load();
});
afterAll(async () => {
  await local.stop();
  folder[Symbol.dispose]();
});

type Role = Parameters<typeof thaw.addMember>[1]["role"];

async function newOwner() {
  const owner = await thaw.testUser("owner", "owner-Pass-1");
  return { ...owner, token: (await thaw.issueSession(owner, ORIGIN)).token };
}

async function newMember(accountId: number, role: Role, name = "Grace") {
  const email = `${crypto.randomUUID()}@firm.example`;
  const member = await thaw.addMember(accountId, { name, email, password: "member-Pass-1", role });
  return { ...member, token: (await thaw.issueSession(member, ORIGIN)).token };
}

const { ask, clientOf, openSocket, openFor } = graphqlAt(() => local.url);

const WATCH = "subscription ($id: Int!) { team_members_by_pk(id: $id) { role status } }";
const CHANGE = `mutation ($id: Int!, $set: team_members_set_input!) {
  update_team_members_by_pk(pk_columns: { id: $id }, _set: $set) { id role status }
}`;
const watch = (id: string, memberId: number) => ({
  type: "subscribe",
  id,
  payload: { query: WATCH, variables: { id: memberId } },
});
const access = (role: string, status = "active") => ({
  data: { team_members_by_pk: { role, status } },
});

test("a query by HTTP and a subscription by websocket answer to the bearer token [GQL-01]", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const query = `{ team_members_by_pk(id: ${member.userId}) { name email } }`;
  expect(await ask(owner.token, query)).toMatchObject({
    ok: true,
    data: { team_members_by_pk: { name: "Grace", email: member.email } },
  });
  expect(await ask("a.b.c", query)).toMatchObject({ status: 401, code: "unauthenticated" });
  const without = await fetch(`${local.url}/v1/graphql`, { method: "POST", body: "{}" });
  expect(without.status).toBe(401);
  expect((await fetch(`${local.url}/v1/graphql`)).status).toBe(405);

  const client = clientOf(owner.token);
  const answers = client.iterate({ query });
  expect((await answers.next()).value).toMatchObject({
    data: { team_members_by_pk: { email: member.email } },
  });
  expect((await answers.next()).done).toBe(true);
  const live = client.iterate({ query: WATCH, variables: { id: member.userId } });
  expect((await live.next()).value).toEqual(access("VIEW_ONLY_ACCESS"));
  await live.return?.();
  await client.dispose();
});

test("a subscriber is told a member's new role and status within five seconds, and nothing else [GQL-05] [GQL-06]", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const client = clientOf(member.token);
  const live = client.iterate({ query: WATCH, variables: { id: member.userId } });
  expect((await live.next()).value).toEqual(access("VIEW_ONLY_ACCESS"));

  const rename = `mutation { update_profile(id: ${member.userId}, changes: { name: "Hopper" }) { name } }`;
  expect(await ask(member.token, rename)).toMatchObject({
    data: { update_profile: { name: "Hopper" } },
  });
  const asked = { id: member.userId, set: { role: "ADMIN_ACCESS" } };
  expect(await ask(owner.token, CHANGE, asked)).toMatchObject({
    data: { update_team_members_by_pk: { id: member.userId, role: "ADMIN_ACCESS" } },
  });
  const changedAt = performance.now();
  expect((await live.next()).value).toEqual(access("ADMIN_ACCESS"));
  expect(performance.now() - changedAt).toBeLessThan(5000);
  await client.dispose();
});

test("a member is changed only by users who manage the team, one field at a time", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "FULL_MEMBER_ACCESS");
  const other = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const change = (token: string, set: object) => ask(token, CHANGE, { id: other.userId, set });
  expect(await change(member.token, { role: "ADMIN_ACCESS" })).toMatchObject({
    code: "forbidden",
    status: 403,
  });
  expect(await change(owner.token, { role: "OWNER" })).toMatchObject({
    code: "invalid",
    fields: { role: ["Choose a role"] },
  });
  const both = { role: "ADMIN_ACCESS", status: "deactivated" };
  expect(await change(owner.token, both)).toMatchObject({ code: "invalid" });
  expect(await change(owner.token, { status: "invited" })).toMatchObject({
    fields: { status: [expect.any(String)] },
  });
  const off = await change(owner.token, { status: "deactivated" });
  expect(off.data).toEqual({
    update_team_members_by_pk: {
      id: other.userId,
      role: "VIEW_ONLY_ACCESS",
      status: "deactivated",
    },
  });
  const stranger = await newOwner();
  expect(await change(stranger.token, { status: "active" })).toMatchObject({ status: 404 });
});

test("an operation ends a subscription on its socket and leaves the other", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const socket = await openFor(owner.token);
  sendTo(socket, watch("one", member.userId));
  sendTo(socket, watch("two", member.userId));
  await vi.waitUntil(() => socket.told.length === 2, paced(5000));
  sendTo(socket, { type: "complete", id: "one" });
  sendTo(socket, { type: "ping", payload: { n: 1 } });
  await vi.waitUntil(() => socket.told.length === 3, paced(5000));
  expect(socket.told[2]).toEqual({ type: "pong", payload: { n: 1 } });
  await ask(owner.token, CHANGE, { id: member.userId, set: { role: "ADMIN_ACCESS" } });
  await vi.waitUntil(() => socket.told.length === 4, paced(5000));
  expect(socket.told[3]).toEqual({ type: "next", id: "two", payload: access("ADMIN_ACCESS") });

  // The id of an ended one is free, that of another is not.
  sendTo(socket, watch("one", member.userId));
  await vi.waitUntil(() => socket.told.length === 5, paced(5000));
  sendTo(socket, watch("two", member.userId));
  expect(await closeCode(socket)).toBe(4409);
});

test("what the protocol forbids closes a socket with the protocol's code", async () => {
  const { token } = await newOwner();
  const codeAfter = async (message: unknown, socket?: WebSocket) => {
    const used = socket ?? (await openSocket());
    used.send(typeof message === "string" ? message : JSON.stringify(message));
    return closeCode(used);
  };
  const init = (payload?: object) => ({ type: "connection_init", payload });
  expect(await codeAfter("hello")).toBe(4400);
  expect(await codeAfter({ type: "start", id: "1" })).toBe(4400);
  expect(await codeAfter(watch("1", 1))).toBe(4401);
  expect(await codeAfter(init())).toBe(4403);
  expect(await codeAfter(init({ token: "a.b.c" }))).toBe(4401);
  expect(await codeAfter(init({ token }), await openFor(token))).toBe(4429);
});

test("a socket takes the token as HTTP has it, and a page's ticket", async () => {
  const owner = await newOwner();
  const { createRealtimeTicket } = await import("@thaw/core/workspace/realtime/connection");
  const { ticket } = await createRealtimeTicket(await thaw.authenticateToken(owner.token), {});
  for (const payload of [{ Authorization: `Bearer ${owner.token}` }, { ticket }]) {
    const socket = await openSocket();
    sendTo(socket, { type: "connection_init", payload });
    await vi.waitUntil(() => socket.told.length === 1, paced(5000));
    expect(socket.told).toEqual([{ type: "connection_ack" }]);
    socket.close();
  }
});

test("a revoked session closes its sockets with 4401 and says so to what is under way, and no other's [GQL-10]", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const kept = await openFor(owner.token);
  const socket = await openFor(member.token);
  sendTo(socket, watch("1", member.userId));
  await vi.waitUntil(() => socket.told.length === 1, paced(5000));
  const { sessionId = "" } = await thaw.authenticateToken(member.token);
  const closed = closeCode(socket);
  await thaw.revokeSession({ userId: member.userId, sessionId });
  expect(await closed).toBe(4401);
  expect(socket.told.at(-1)).toMatchObject({
    type: "error",
    id: "1",
    payload: [{ extensions: { code: "unauthenticated", status: 401 } }],
  });
  sendTo(kept, { type: "ping" });
  await vi.waitUntil(() => kept.told.length === 1, paced(5000));
  kept.close();
});

test("a socket that only listens closes with the session that it was opened for, and no other's", async () => {
  const { createRealtimeTicket } = await import("@thaw/core/workspace/realtime/connection");
  const owner = await newOwner();
  const { token: second } = await thaw.issueSession(owner, ORIGIN);
  const listen = async (token: string) => {
    const { ticket } = await createRealtimeTicket(await thaw.authenticateToken(token), {});
    const socket = new WebSocket(`${local.url.replace("http", "ws")}/socket?ticket=${ticket}`);
    await once(socket, "open");
    return socket;
  };
  const [ended, kept] = [await listen(owner.token), await listen(second)];
  const closed = closeCode(ended);
  const { userId, sessionId = "" } = await thaw.authenticateToken(owner.token);
  await thaw.revokeSession({ userId, sessionId });
  expect(await closed).toBe(4401);
  kept.send("ping");
  expect(String((await once(kept, "message"))[0])).toBe("pong");
  kept.close();
});

test("a socket that does not say for whom it speaks closes with 4408 after ten seconds, and one that has does not", async () => {
  const { token } = await newOwner();
  const [silent, speaking] = [await openSocket(), await openFor(token)];
  const openedAt = performance.now();
  expect(await closeCode(silent)).toBe(4408);
  expect(performance.now() - openedAt).toBeLessThan(30_000);
  sendTo(speaking, { type: "ping" });
  await vi.waitUntil(() => speaking.told.length === 1, 5000);
  speaking.close();
});

test("an expired session closes its socket with 4401 at the next message", async () => {
  const owner = await newOwner();
  const socket = await openFor(owner.token);
  const { installClock, now } = await import("@thaw/core/clock");
  const later = now() + thaw.SESSION_MS + 1000;
  const restore = installClock({ now: () => later, rate: 1 });
  try {
    sendTo(socket, { type: "ping" });
    expect(await closeCode(socket)).toBe(4401);
  } finally {
    restore();
  }
});

test("a member who is shut out is told, and their socket closes", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "FULL_MEMBER_ACCESS");
  const socket = await openFor(member.token);
  sendTo(socket, watch("1", member.userId));
  await vi.waitUntil(() => socket.told.length === 1, paced(5000));
  const closed = closeCode(socket);
  await ask(owner.token, CHANGE, { id: member.userId, set: { status: "deactivated" } });
  expect(await closed).toBe(4401);
});

test("a client that does not read is let go, and what it asked for with it", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const socket = await openFor(owner.token);
  const connectionId = connected.at(-1) ?? "";
  sendTo(socket, watch("1", member.userId));
  await vi.waitUntil(() => socket.told.length === 1, paced(5000));
  (socket as unknown as { _socket: Socket })._socket.pause();
  const much = JSON.stringify({ type: "ping", payload: { much: "x".repeat(120_000) } });
  let outcome = "sent";
  for (let sent = 0; outcome === "sent" && sent < 500; sent++) {
    outcome = await thaw.postToConnection(connectionId, much);
  }
  expect(outcome).toBe("slow");
  expect(await thaw.findGraphqlSocket(connectionId)).toBeDefined();
  await ask(owner.token, CHANGE, { id: member.userId, set: { role: "ADMIN_ACCESS" } });
  const isGone = async () => (await thaw.findGraphqlSocket(connectionId)) === undefined;
  await vi.waitUntil(isGone, paced(5000));
  expect(await thaw.listOperations(owner.accountId, connectionId)).toEqual([]);
  expect(await thaw.postToConnection(connectionId, "{}")).toBe("gone");
  socket.terminate();
});

test("a socket that vanished is forgotten with everything that it asked for", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const socket = await openFor(owner.token);
  const connectionId = connected.at(-1) ?? "";
  sendTo(socket, watch("1", member.userId));
  await vi.waitUntil(() => socket.told.length === 1, paced(5000));
  expect(await thaw.listOperations(owner.accountId, connectionId)).toHaveLength(1);
  socket.terminate();
  const isGone = async () => (await thaw.findGraphqlSocket(connectionId)) === undefined;
  await vi.waitUntil(isGone, paced(5000));
  expect(await thaw.listOperations(owner.accountId, connectionId)).toEqual([]);

  // One of which nobody said that it is gone: the first message to it finds out.
  const session = await thaw.authenticateToken(owner.token);
  const { accountId, userId, sessionId = "" } = session;
  const lost = { accountId, userId, sessionId, connectionId: "GoneAlready=" };
  await thaw.openGraphqlSocket(lost.connectionId, "");
  await thaw.bindGraphqlSocket(lost.connectionId, lost);
  const request = JSON.stringify(watch("1", member.userId).payload);
  await thaw.beginOperation(lost, { operationId: "1", request });
  await thaw.watchUser({ ...lost, operationId: "1" }, member.userId);
  await ask(owner.token, CHANGE, { id: member.userId, set: { role: "ADMIN_ACCESS" } });
  await vi.waitUntil(
    async () => (await thaw.findGraphqlSocket(lost.connectionId)) === undefined,
    5000,
  );
});

test("a socket has twenty operations under way at most", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "VIEW_ONLY_ACCESS");
  const socket = await openFor(owner.token);
  for (let n = 0; n < 21; n++) sendTo(socket, watch(`n${n}`, member.userId));
  // One that is under way may be told a second time, of what the stream shows late.
  const answered = () => new Set(socket.told.map(({ id }) => id)).size;
  await vi.waitUntil(() => answered() === 21, paced(15_000));
  const refused = socket.told.filter(({ type }) => type === "error");
  expect(refused).toMatchObject([{ id: "n20", payload: [{ extensions: { status: 429 } }] }]);
  socket.close();
});

test("a subscription does not find another account's member", async () => {
  const [ours, theirs] = [await newOwner(), await newOwner()];
  const member = await newMember(ours.accountId, "VIEW_ONLY_ACCESS");
  const socket = await openFor(theirs.token);
  sendTo(socket, watch("1", member.userId));
  await vi.waitUntil(() => socket.told.length === 1, paced(5000));
  expect(socket.told[0]).toEqual({
    type: "next",
    id: "1",
    payload: { data: { team_members_by_pk: null } },
  });
  await ask(ours.token, CHANGE, { id: member.userId, set: { role: "ADMIN_ACCESS" } });
  const own = await newMember(theirs.accountId, "FULL_MEMBER_ACCESS");
  sendTo(socket, watch("2", own.userId));
  await vi.waitUntil(() => socket.told.length === 2, paced(5000));
  expect(socket.told[1]).toMatchObject({ id: "2", payload: access("FULL_MEMBER_ACCESS") });
  socket.close();
});
