import { randomBytes } from "node:crypto";
import { marshall } from "@aws-sdk/util-dynamodb";
import { issueSession } from "@thaw/core/accounts/session/session";
import { updateCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { now } from "@thaw/core/clock";
import { MINUTE_MS } from "@thaw/core/duration";
import { client } from "@thaw/data/table";
import { startImapBox } from "@thaw/local/demo/imap-box";
import type { Context, DynamoDBRecord, SQSEvent, SQSRecord } from "aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import { paced } from "../../../scripts/pace.ts";
import { jobIn, planRun } from "../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../tests/support/file-cloud.ts";
import { startSink } from "../../../tests/support/sink.ts";
import { testUser } from "../../../tests/support/user.ts";
import { makeWorld } from "../../../tests/support/world.ts";
import { handler as api } from "./api/api.ts";
import { handler as plan } from "./queue/plan.ts";
import { handler as poll } from "./queue/poll.ts";
import { handler as send } from "./queue/send.ts";
import { handler as socket } from "./realtime/socket.ts";
import { handler as tick } from "./schedule/tick.ts";
import { handler as tableChange } from "./stream/table-change.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A word of somebody's that no line may hold, in any capitals. */
const canaries: string[] = [];
function canary(): string {
  const word = `canary${randomBytes(6).toString("hex")}`;
  canaries.push(word);
  return word;
}

type Line = Record<string, unknown>;

/** What is written to standard output and error, until it is disposed of. */
function overhear() {
  const written: string[] = [];
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0),
  );
  return {
    text: () => written.join(""),
    lines: (): Line[] =>
      written
        .join("")
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Line),
    [Symbol.dispose]() {
      for (const output of outputs) output.mockRestore();
    },
  };
}

const contextOf = () => ({ awsRequestId: crypto.randomUUID() }) as Context;
const noCallback = () => undefined;

const eventOf = (...jobs: unknown[]): SQSEvent => ({
  Records: jobs.map((job) => {
    const attributes = { ApproximateReceiveCount: "1" };
    const body = typeof job === "string" ? job : JSON.stringify(job);
    return { messageId: crypto.randomUUID(), body, attributes } as SQSRecord;
  }),
});

/** Requests of the table that hold a word fail, with an error whose message and causes hold what they are about. */
function breakTable(word: string, actions = /./): Disposable {
  const stop = client.intercept(async (action, input, next) => {
    const text = JSON.stringify(input);
    if (!actions.test(action) || !text.toLowerCase().includes(word)) return next(input);
    const cause = Object.assign(new Error(`Value ${text}`), { input: text, body: text });
    const message = `Cannot store ${canaries.join(" ")}\n    at ${canaries[0]} (${canaries[0]}:1:1)`;
    throw Object.assign(new Error(message, { cause }), {
      name: "ValidationException",
      $metadata: { httpStatusCode: 400, requestId: "AWSREQUEST1", attempts: 1 },
      response: { body: text },
    });
  });
  return { [Symbol.dispose]: stop };
}

/** No line holds a canary, and each names its function, its request and an account. */
function expectGuarded(heard: ReturnType<typeof overhear>, functions: readonly string[]): Line[] {
  const text = heard.text().toLowerCase();
  expect(canaries.filter((word) => text.includes(word))).toEqual([]);
  const lines = heard.lines();
  for (const line of lines) {
    expect(line).toMatchObject({
      function: expect.stringMatching(/^(on[A-Z]\w+|api)$/),
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      accountId: expect.any(Number),
    });
  }
  const named = new Set(lines.map((line) => line.function));
  expect([...functions].filter((name) => !named.has(name))).toEqual([]);
  return lines;
}

async function canaryWorld(options: { smtpPort: number; imapPort?: number }) {
  const [address, domain, password] = [canary(), canary(), canary()];
  const world = await makeWorld({
    ...options,
    leads: 2,
    mailboxes: 2,
    start: false,
    mailbox: { user_name: address, password },
    leadEmail: (index) => `${index}.${address}@${domain}.example`,
    leadFields: () => ({ first_name: canary() }),
  });
  const { actor, campaignId: campaign_id } = world;
  const variant = { letter: "A", subject: canary(), body: `<p>${canary()}</p>`, share: 100 };
  await saveSequence(actor, {
    campaign_id,
    steps: [{ seq_number: 1, seq_delay_details: { delayInDays: 0 }, variants: [variant] }],
  });
  await updateCampaign(actor, { campaign_id, name: canary() });
  return { ...world, address, domain, password };
}

const started = async (world: {
  actor: Parameters<typeof updateCampaign>[0];
  campaignId: number;
}) => {
  const { startCampaign } = await import("@thaw/core/campaigns/campaign/campaign-launch");
  await startCampaign(world.actor, { campaign_id: world.campaignId });
};

test("a job that cannot be read, planned or sent is told of by ids: its queue message, its account and where it broke [OPS-23]", {
  timeout: paced(60_000),
}, async () => {
  const refusing = await startSink({
    refuse: (address) => `550 5.1.1 <${address}> unknown ${canaries.join(" ")}`,
  });
  onTestFinished(() => refusing[Symbol.asyncDispose]());
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await canaryWorld({ smtpPort: refusing.port });
  await started(world);
  const { accountId } = world.actor;
  const job = { accountId, campaignId: world.campaignId };
  using heard = overhear();
  const broken = eventOf(`{"kind":"run","accountId":"${canary()}"}`, `{"no json ${canary()}`);
  await plan(broken, contextOf(), noCallback);
  {
    using _table = breakTable(`${accountId}`);
    await plan(eventOf({ kind: "run", ...job }), contextOf(), noCallback);
  }
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  {
    // What a mail is begun with.
    using _table = breakTable("lastsendat");
    await send(eventOf(jobIn(world, 1)), contextOf(), noCallback);
  }
  // Refused by the server with all words of the world in its answer; then by a login that fails.
  await send(eventOf(jobIn(world), `{"${canary()}"`), contextOf(), noCallback);
  const lines = expectGuarded(heard, ["onPlan", "onSend"]);
  expect(lines.filter(({ level }) => level === "ERROR").length).toBeGreaterThanOrEqual(5);
  const ofAccount = lines.filter((line) => line.accountId === accountId);
  expect(new Set(ofAccount.map((line) => line.function))).toEqual(new Set(["onPlan", "onSend"]));
  for (const line of ofAccount) {
    expect(line).toMatchObject({ jobId: expect.stringMatching(/^[\w-]{36}$/) });
    expect(line.error).toMatchObject({
      name: "ValidationException",
      aws: { status: 400, requestId: "AWSREQUEST1" },
      stack: expect.arrayContaining([expect.stringMatching(/^at .+:\d+:\d+\)?$/)]),
      cause: { name: "Error" },
    });
  }
});

test("a mailbox that refuses its login, one that breaks and mail that is no mail leave no word of theirs [OPS-23]", {
  timeout: paced(60_000),
}, async () => {
  const box = await startImapBox({
    address: "sender0@sender.example",
    password: canary(),
    port: 0,
  });
  onTestFinished(box.stop);
  const open = await startImapBox({
    address: "sender0@sender.example",
    password: "secret",
    port: 0,
  });
  onTestFinished(open.stop);
  const refused = await canaryWorld({ smtpPort: 1, imapPort: box.port });
  const hostile = await makeWorld({ smtpPort: 1, imapPort: open.port, leads: 1, start: false });
  const raw = `From: ${canary()}@x.example\r\nSubject: =?utf-8?B?${canary()}\r\nContent-Type: multipart/mixed; boundary="\r\n\r\n${canary()}`;
  open.append("INBOX", Buffer.from(raw), now() + 2_000);
  using heard = overhear();
  const keysOf = ({ actor, mailboxIds }: typeof hostile) =>
    mailboxIds.map((mailboxId) => ({ accountId: actor.accountId, mailboxId }));
  await poll(
    eventOf({ mailboxes: [...keysOf(refused), ...keysOf(hostile)] }),
    contextOf(),
    noCallback,
  );
  {
    using _table = breakTable("mailboxcursor", /^(Update|Put)/);
    open.append("INBOX", Buffer.from(raw.replace("x.example", "y.example")), now() + 3_000);
    await poll(eventOf({ mailboxes: keysOf(hostile) }), contextOf(), noCallback);
    await poll(
      eventOf({ mailboxes: [...keysOf(refused), ...keysOf(hostile)] }),
      contextOf(),
      noCallback,
    );
  }
  await poll(eventOf(`{"mailboxes":"${canary()}"}`), contextOf(), noCallback);
  const lines = expectGuarded(heard, ["onPoll"]);
  const failed = lines.find(({ message }) => String(message).includes("beside others"));
  expect(failed).toMatchObject({ accountId: hostile.actor.accountId });
});

test("a request that fails is told of by its id, its account and its route, which holds no token of a link [OPS-23]", {
  timeout: paced(60_000),
}, async () => {
  const password = canary();
  const user = await testUser("owner", `${password}1A`);
  const { token } = await issueSession(user, { ip: "192.0.2.1", userAgent: canary() });
  canaries.push(token.toLowerCase());
  using heard = overhear();
  const request = (method: string, rawPath: string, body?: object) => {
    const http = {
      method,
      path: rawPath,
      protocol: "HTTP/1.1",
      sourceIp: "192.0.2.1",
      userAgent: "",
    };
    return api(
      {
        version: "2.0",
        routeKey: "$default",
        rawPath,
        rawQueryString: `search=${canary()}`,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "x-request-id": "request-of-the-caller",
        },
        requestContext: { http, requestId: "1", stage: "$default" },
        ...(body ? { body: JSON.stringify(body) } : {}),
        isBase64Encoded: false,
      } as never,
      contextOf(),
    ) as Promise<{ statusCode: number }>;
  };
  const bad = { name: { first: canary() }, email: canary() };
  expect((await request("POST", "/api/campaigns", bad)).statusCode).toBe(400);
  {
    using _table = breakTable("campaign");
    const named = { name: canary() };
    expect((await request("POST", "/api/campaigns", named)).statusCode).toBe(500);
  }
  {
    const link = canary();
    using _table = breakTable("thaw");
    expect((await request("GET", `/u/${link}`)).statusCode).toBeGreaterThanOrEqual(400);
  }
  const lines = expectGuarded(heard, ["api"]);
  expect(lines).toContainEqual(
    expect.objectContaining({
      requestId: "request-of-the-caller",
      accountId: user.accountId,
      route: "POST /api/campaigns",
    }),
  );
});

test("the clock, the table's stream and sockets tell of failures by ids, and what Lambda prints of them says nothing more [OPS-23]", async () => {
  const world = await canaryWorld({ smtpPort: 1 });
  const { accountId } = world.actor;
  using heard = overhear();
  const thrown: unknown[] = [];
  const keep = (error: unknown) => void thrown.push(error);
  {
    using _table = breakTable("hostwatch");
    await Promise.resolve(tick({} as never, contextOf(), noCallback)).catch(keep);
  }
  {
    using _table = breakTable("");
    await socket(
      {
        requestContext: { routeKey: "$disconnect", connectionId: canary() },
      } as never,
      contextOf(),
    ).catch(keep);
    const image = {
      __edb_e__: "event",
      __edb_v__: "1",
      accountId,
      campaignId: world.campaignId,
      day: "2026-03-02",
      at: "2026-03-02T09:00:00.000Z",
      kind: "failed",
      key: "k",
      detail: `550 <${canary()}@x.example>`,
    };
    const NewImage = marshall(image);
    const change = { eventName: "INSERT", dynamodb: { NewImage, SequenceNumber: "7" } };
    await tableChange({ Records: [change as DynamoDBRecord] }, contextOf(), noCallback);
  }
  const lines = expectGuarded(heard, ["onTick", "onSocket", "onTableChange"]);
  expect(lines).toContainEqual(
    expect.objectContaining({ function: "onTableChange", accountId, changes: ["event 7"] }),
  );
  expect(thrown).toHaveLength(2);
  const told = JSON.stringify(thrown.map((error) => [String(error), (error as Error).stack]));
  expect(canaries.filter((word) => told.toLowerCase().includes(word))).toEqual([]);
  expect(told).toMatch(/onTick failed: see the line of request/);
});
