import { randomBytes } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listObjects } from "@thaw/data/bucket";
import { client } from "@thaw/data/table";
import { afterAll, expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startDnsServer } from "../../../../../tests/support/dns-server.ts";
import {
  type AnyEntity,
  everyEntity,
  putSample,
  type Row,
  readTable,
} from "../../../../../tests/support/every-entity.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { EXPIRING, MADE, OF_NOBODY } from "../../../../../tests/support/never-erased.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWholeAccount, type WholeAccount } from "../../../../../tests/support/whole-account.ts";
import { readSubscriptionPlan } from "../../accounts/account/account-plan.ts";
import { authenticateApiKey, createApiKey } from "../../accounts/api-key/api-key.ts";
import { lookAtHost } from "../../accounts/host-watch/look-at-host.ts";
import { login } from "../../accounts/login/login.ts";
import { signUp } from "../../accounts/login/sign-up.ts";
import { verifyUser } from "../../accounts/login/verification.ts";
import { authenticateToken } from "../../accounts/session/session.ts";
import { getCurrentPlan } from "../../accounts/subscription-plan/current-plan.ts";
import { setPlan } from "../../accounts/subscription-plan/set-plan.ts";
import { NOBODY, systemActor } from "../../actor.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { TEMPLATE_KINDS } from "../../campaigns/template-library/saved-template.schema.ts";
import { now, nowIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { checkAccess } from "../lapsed-account/end-access.ts";
import { findAccountDeletion, runAccountDeletion } from "./run-account-deletion.ts";
import { ERASERS } from "./stages.ts";

/** Later than the clocks of all other tests, whose ticks work on every account that is due. */
const NINE = "2036-03-03T09:00:00.000Z";
const END = "2036-04-01T00:00:00.000Z";
const daysAfterEnd = (days: number) => new Date(Date.parse(END) + days * DAY_MS).toISOString();

/** Claims that outlive the account on purpose. */
const KEPT_CLAIMS = new Set(["trial", "trial-company"]);
/** No account's: asked for to see whether the table answers. */
const NO_CLAIMS = new Set(["readiness"]);

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const folder = mkdtempSync(join(tmpdir(), "thaw-deletion-"));
// It knows no name.
const dns = await startDnsServer({});
const hostsFile = join(folder, "hosts.json");
Object.assign(process.env, {
  EDGE_HOSTS: `file:${hostsFile}`,
  EDGE_TENANTS: "file:",
  WHITE_LABEL_TARGET: "edge.provider.example",
  DNS_SERVERS: dns.address,
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dns[Symbol.asyncDispose]();
});
const cloud = await cloudOfFile();
const entities = await everyEntity();

type Clock = ReturnType<typeof stoppedClock>;

const PASSWORD = "glacier-2026";
const marks = new Map<number, string>();

async function makeAccount(smtpPort: number): Promise<WholeAccount> {
  const mark = `glacier${randomBytes(8).toString("hex")}`;
  const account = await makeWholeAccount(cloud, { mark, smtpPort, endsAt: END });
  marks.set(account.accountId, mark);
  const there = new Set((await recordsOf(account)).map(({ __edb_e__ }) => __edb_e__));
  for (const [name, entity] of entities) {
    if (!there.has(name) && !OF_NOBODY.has(name) && !MADE.has(name))
      await sample(account, name, entity);
  }
  return account;
}

/** A record of a kind that none of the product's operations have left in the account. */
async function sample(account: WholeAccount, name: string, entity: AnyEntity): Promise<void> {
  const { accountId, world, subsequenceId } = account;
  const mark = marks.get(accountId) ?? "";
  const campaignId = name === "subsequenceWait" ? subsequenceId : world.campaignId;
  const leadId = world.leadIds[0] ?? 0;
  await putSample(entity, {
    accountId,
    userId: accountId,
    campaignId,
    leadId,
    threadId: 1,
    mailboxId: world.mailboxIds[0],
    importId: 1,
    connectionId: `socket-${mark}`,
    sessionId: `session-${mark}`,
    messageKey: mark,
    keyHash: mark,
    secretHash: mark,
    visitor: mark,
    host: `other.${mark}.example`,
    caller: `user:${accountId}`,
    sendId: sendIdOf({ accountId, campaignId, leadId, step: 1 }),
    subject: `campaign:${campaignId}`,
    scope: String(accountId),
    day: nowIso().slice(0, 10),
    at: nowIso(),
    // Nobody's turn, whatever the clocks of other tests say.
    nextAt: "9999",
    dueAt: "9999",
    shard: 0,
    ttl: 4_000_000_000,
  });
}

async function recordsOf({ accountId, userIds }: WholeAccount): Promise<Row[]> {
  const mark = marks.get(accountId) ?? "";
  const callers = new Set(userIds.map((id) => `user:${id}`));
  return (await readTable()).filter(
    (row) =>
      row.accountId === accountId ||
      row.scope === String(accountId) ||
      userIds.includes(Number(row.userId)) ||
      callers.has(String(row.caller)) ||
      JSON.stringify(row).includes(mark),
  );
}

async function objectsOf({ accountId }: WholeAccount): Promise<string[]> {
  const all = await listObjects("", 1_000);
  return all.filter((key) => key.includes(`acct/${accountId}/`));
}

const kindsOf = (rows: readonly Row[]) =>
  [
    ...new Set(
      rows.map(({ __edb_e__, kind }) =>
        __edb_e__ === "claim" ? `claim ${String(kind)}` : __edb_e__,
      ),
    ),
  ].sort();

/** The kinds of claims that the source takes. */
function claimKinds(): string[] {
  const sources = globSync("packages/core/src/**/*.ts").filter((file) => !file.includes(".test."));
  const kinds = sources.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(/kind: (?:"([a-z-]+)"|`\$\{kind\}(-name)`),\s*value/g),
    ].flatMap(([, kind, name]) => kind ?? TEMPLATE_KINDS.map((each) => `${each}${name}`)),
  );
  return kinds.filter((kind) => !NO_CLAIMS.has(kind)).map((kind) => `claim ${kind}`);
}

/** As a tick and the queue have it done: until a worker has nothing more to do. */
async function deleteWhole(accountId: number, clock: Clock): Promise<void> {
  await endAccess(accountId, clock);
  for (let jobs = 0; jobs < 20; jobs++) {
    const delayMs = await runAccountDeletion(accountId);
    if (delayMs === undefined) return;
    clock.move(delayMs);
  }
}

/** What the ticks of the days make of the end of an account's plan. */
async function endAccess(accountId: number, clock: Clock): Promise<void> {
  for (const days of [60, 83, 90]) {
    clock.set(daysAfterEnd(days));
    await checkAccess(accountId, now());
  }
}

/** What is left of an account besides what is to be left. */
async function leftOf(account: WholeAccount): Promise<unknown[]> {
  const rows = (await recordsOf(account)).filter(
    ({ __edb_e__: entity, kind }) =>
      !EXPIRING.has(entity) &&
      entity !== "accountDeletion" &&
      !(entity === "claim" && KEPT_CLAIMS.has(String(kind))),
  );
  return [...rows, ...(await objectsOf(account))];
}

test("of a deleted account nothing is left in the table, the bucket and at the edge but the proof; others stay byte for byte, and its address signs up again without a trial", async () => {
  using clock = stoppedClock(NINE);
  await using sink = await startSink();
  const [gone, other] = [await makeAccount(sink.port), await makeAccount(sink.port)];
  const { accountId, email, hosts } = gone;
  const known = [gone, other].map((each) => [each.hosts.agency, String(each.accountId)]);
  writeFileSync(hostsFile, JSON.stringify(Object.fromEntries(known)));
  const before = [await recordsOf(other), await objectsOf(other)];
  // Anyone who adds a kind of record, or of claim, adds what erases it: here is one of each.
  const own = [...entities.keys()].filter((name) => !OF_NOBODY.has(name) && !MADE.has(name));
  expect(kindsOf(await recordsOf(gone))).toEqual(expect.arrayContaining([...own, ...claimKinds()]));
  await deleteWhole(accountId, clock);
  for (const host of Object.values(hosts)) await lookAtHost(host);
  expect(await leftOf(gone)).toEqual([]);
  expect([await recordsOf(other), await objectsOf(other)]).toEqual(before);
  expect(JSON.parse(readFileSync(hostsFile, "utf8"))).toEqual(Object.fromEntries([known[1] ?? []]));
  const mails = (await cloud.mails()).filter(({ destination }) => destination.to.includes(email));
  expect(mails.map(({ subject }) => subject).slice(-3)).toEqual([
    "Your data is kept until 2036-06-30",
    "Your data is kept until 2036-06-30",
    "Your data was deleted",
  ]);
  const proof = await findAccountDeletion(accountId);
  expect(proof).toEqual({
    accountId,
    stage: "done",
    beganAt: daysAfterEnd(90),
    stageAt: "2036-06-30T00:15:00.000Z",
    finishedAt: "2036-06-30T00:15:00.000Z",
    removed: Object.fromEntries(Object.keys(ERASERS).map((stage) => [stage, expect.any(Number)])),
  });
  // A job too many finds nothing to do.
  expect(await runAccountDeletion(accountId)).toBeUndefined();
  expect(await findAccountDeletion(accountId)).toEqual(proof);
  const form = { name: "Ada", email, password: PASSWORD, terms_accepted: true } as const;
  await signUp(NOBODY, form);
  const uuid =
    /uuid=([0-9a-f-]{36})/.exec((await cloud.mails()).at(-1)?.body.text ?? "")?.[1] ?? "";
  const { user } = await verifyUser(NOBODY, { uuid });
  expect(user.id).not.toBe(accountId);
  expect(await getCurrentPlan(systemActor(user.id), {})).toMatchObject({ has_access: false });
});

/** The machine dies after so many writes: nothing reaches the table any more, until it is disposed of. */
function dieAfter(writes: number): Disposable {
  let left = writes;
  const stop = client.intercept(async (action, input, next) => {
    if (left < 0) throw new Error("The machine is dead");
    if (/Put|Update|Delete|Write/.test(action)) left--;
    return next(input);
  });
  return { [Symbol.dispose]: stop };
}

const stillThere = async (accountId: number) =>
  (await readSubscriptionPlan(accountId)).closedAt !== undefined;

test("a worker that is killed again and again, with another beside it, is followed by one that goes on", async () => {
  using clock = stoppedClock(NINE);
  await using sink = await startSink();
  const account = await makeAccount(sink.port);
  const { accountId } = account;
  await endAccess(accountId, clock);
  let deaths = 0;
  while (await stillThere(accountId)) {
    {
      using _death = dieAfter(2 + ((deaths * 7) % 23));
      const two = [runAccountDeletion(accountId), runAccountDeletion(accountId)];
      const ends = await Promise.allSettled(two);
      if (ends.some(({ status }) => status === "rejected")) deaths++;
    }
    clock.move(16 * 60_000);
  }
  expect(deaths).toBeGreaterThan(5);
  // Where the worker died before it gave a host up, the first look does, and the second takes it from the edge.
  const hosts = Object.values(account.hosts);
  for (const host of [...hosts, ...hosts]) await lookAtHost(host);
  expect(await leftOf(account)).toEqual([]);
});

/** An owner whose plan ends, and who has a key. */
async function makeOwner() {
  const owner = await testUser("owner", PASSWORD);
  const { accountId, email } = owner;
  await setPlan(systemActor(accountId), { plan_type: "PRO", is_sub: false, end_date: END });
  const signIn = async () => {
    const session = await login(NOBODY, { email, password: PASSWORD });
    return "token" in session ? session.token : "";
  };
  const actor = await authenticateToken(await signIn());
  const { api_key } = await createApiKey(actor, { name: "Key" });
  const pay = () => setPlan(systemActor(accountId), { plan_type: "PRO" });
  return { accountId, signIn, apiKey: api_key, pay };
}

test("from the moment that an account is shut nobody comes in by a session, a key or a password, and no plan is taken", async () => {
  using clock = stoppedClock(NINE);
  const { accountId, signIn, apiKey, pay } = await makeOwner();
  clock.set(daysAfterEnd(89));
  const token = await signIn();
  expect(await authenticateToken(token)).toMatchObject({ accountId });
  expect(await authenticateApiKey(apiKey)).toMatchObject({ accountId });
  await endAccess(accountId, clock);
  const dead = { code: "unauthenticated" };
  await expect(authenticateToken(token)).rejects.toMatchObject(dead);
  await expect(authenticateApiKey(apiKey)).rejects.toMatchObject(dead);
  await expect(signIn()).rejects.toMatchObject({ code: "forbidden" });
  await expect(pay()).rejects.toMatchObject({ code: "conflict" });
});

test("an account that pays at the last moment keeps everything", async () => {
  using clock = stoppedClock(NINE);
  const { accountId, pay } = await makeOwner();
  let isPaid = false;
  // The tick has seen an account without a plan, and the plan comes before the tick writes.
  const stop = client.intercept(async (action, input, next) => {
    if (action === "UpdateItem" && now() >= Date.parse(daysAfterEnd(90)) && !isPaid) {
      isPaid = true;
      await pay();
    }
    return next(input);
  });
  await endAccess(accountId, clock);
  stop();
  expect(isPaid).toBe(true);
  expect((await readSubscriptionPlan(accountId)).closedAt).toBeUndefined();
  expect(await runAccountDeletion(accountId)).toBeUndefined();
  expect(await getCurrentPlan(systemActor(accountId), {})).toMatchObject({ has_access: true });
});
