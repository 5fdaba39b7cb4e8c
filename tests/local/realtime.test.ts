import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { paced } from "../../scripts/pace.ts";
import { startTestLocal, temporaryFolder } from "./start.ts";

// The product reads where its table is when it is loaded: after the runtime has said so.
async function load() {
  const [{ handler }, connection, announce, threads, session, user, clock] = await Promise.all([
    import("@thaw/functions/realtime/socket"),
    import("@thaw/core/workspace/realtime/connection"),
    import("@thaw/core/workspace/realtime/publish-events"),
    import("@thaw/core/workspace/realtime/publish-threads"),
    import("@thaw/core/accounts/session/session"),
    import("@thaw/core/accounts/user/user-record"),
    import("@thaw/core/clock"),
  ]);
  return { handler, ...connection, ...announce, ...threads, ...session, ...user, ...clock };
}

const folder = temporaryFolder();
let local: Awaited<ReturnType<typeof startTestLocal>>;
let thaw: Awaited<ReturnType<typeof load>>;

beforeAll(async () => {
  local = await startTestLocal(folder.path, {
    onSocket: (event: never) => thaw.handler(event),
  });
  thaw = await load();
});
afterAll(async () => {
  await local.stop();
  folder[Symbol.dispose]();
});

let lastId = 0;
async function newActor() {
  lastId += 1;
  const user = await thaw.createUser({
    accountId: lastId,
    userId: lastId,
    kind: "owner",
    role: "OWNER",
    name: "Ada",
    email: `${crypto.randomUUID()}@firm.example`,
    passwordHash: "none",
    isEmailVerified: true,
  });
  const { token } = await thaw.issueSession(user, { ip: "192.0.2.1", userAgent: "test" });
  return thaw.authenticateToken(token);
}

const socketAt = (ticket: string) =>
  new WebSocket(`${local.url.replace("http", "ws")}/socket?ticket=${ticket}`);

async function openSocket(actor: Awaited<ReturnType<typeof newActor>>) {
  const { ticket } = await thaw.createRealtimeTicket(actor, {});
  const socket = socketAt(ticket);
  await once(socket, "open");
  return socket;
}

const statusOf = async (ticket: string) => {
  const [error] = (await once(socketAt(ticket), "error").catch((e: unknown) => [e])) as [Error];
  return /\d{3}/.exec(error.message)?.[0];
};

const event = (accountId: number, campaignId: number, kind: "sent" | "opened") => ({
  accountId,
  campaignId,
  kind,
});

const next = async (socket: WebSocket) => String((await once(socket, "message"))[0]);

test("new events reach every open screen of their account in one message, and no other account's", async () => {
  const [ours, theirs] = [await newActor(), await newActor()];
  const [first, second, stranger] = [
    await openSocket(ours),
    await openSocket(ours),
    await openSocket(theirs),
  ];
  const arrived = Promise.all([next(first), next(second)]);
  await thaw.publishEvents([
    event(ours.accountId, 7, "sent"),
    event(ours.accountId, 7, "opened"),
    event(ours.accountId, 7, "sent"),
  ]);
  const told = '{"type":"campaign-events","campaign_id":7,"kinds":["opened","sent"]}';
  expect(await arrived).toEqual([told, told]);

  // What comes first on the stranger's line is the stranger's own.
  const own = next(stranger);
  await thaw.publishEvents([event(theirs.accountId, 8, "sent")]);
  expect(await own).toBe('{"type":"campaign-events","campaign_id":8,"kinds":["sent"]}');
  for (const socket of [first, second, stranger]) socket.close();
});

test("mail that comes in and answers that move on reach the open screens of their account alone", async () => {
  const [ours, theirs] = [await newActor(), await newActor()];
  const [first, stranger] = [await openSocket(ours), await openSocket(theirs)];
  const mail = (accountId: number, threadId: number) => ({
    accountId,
    threadId,
    text: "never told",
  });
  const arrived = Promise.all([next(first), next(stranger)]);
  await thaw.publishThreads([
    mail(ours.accountId, 12),
    mail(ours.accountId, 3),
    mail(ours.accountId, 12),
    mail(theirs.accountId, 4),
  ]);
  expect(await arrived).toEqual([
    '{"type":"inbox","thread_ids":[3,12]}',
    '{"type":"inbox","thread_ids":[4]}',
  ]);
  for (const socket of [first, stranger]) socket.close();
});

test("a websocket opens with a living ticket of a living session alone", async () => {
  const actor = await newActor();
  const { ticket } = await thaw.createRealtimeTicket(actor, {});
  const { token } = await thaw.issueSession({ ...actor, kind: "owner" }, { ip: "", userAgent: "" });
  expect(await statusOf("")).toBe("401");
  expect(await statusOf("garbage")).toBe("401");
  expect(await statusOf(token)).toBe("401");

  const base = thaw.now();
  const restore = thaw.installClock({ now: () => base + 61_000, rate: 1 });
  expect(await statusOf(ticket)).toBe("401");
  restore();

  await thaw.revokeSession({ userId: actor.userId, sessionId: actor.sessionId ?? "" });
  expect(await statusOf(ticket)).toBe("401");
});

test("a ping is answered", async () => {
  const socket = await openSocket(await newActor());
  socket.send("ping");
  expect(await next(socket)).toBe("pong");
  socket.close();
});

test("a closed connection is forgotten, and so is one that is found to be gone", async () => {
  const { ConnectionEntity } = await import("@thaw/core/workspace/realtime/connection.entity");
  const actor = await newActor();
  const { accountId } = actor;
  const open = async () => {
    const { data } = await ConnectionEntity.query
      .byAccount({ accountId })
      .go({ consistent: true, pages: "all" });
    return data.map(({ connectionId }) => connectionId);
  };
  const socket = await openSocket(actor);
  const { ticket } = await thaw.createRealtimeTicket(actor, {});
  await thaw.openConnection(ticket, "GoneAlready=");
  expect(await open()).toHaveLength(2);
  const arrived = next(socket);
  await thaw.publishEvents([event(accountId, 7, "sent")]);
  await arrived;
  expect(await open()).toHaveLength(1);
  socket.close();
  await vi.waitUntil(async () => (await open()).length === 0, paced(5000));
});
