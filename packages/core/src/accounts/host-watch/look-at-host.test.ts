import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { client } from "@thaw/data/table";
import { afterAll, expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startCloudFront } from "../../../../../tests/support/cloudfront.ts";
import { startDnsServer } from "../../../../../tests/support/dns-server.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { variable } from "../../environment.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { checkWhiteLabelDomain } from "../white-label/check-domain.ts";
import { findBrand } from "../white-label/host.ts";
import {
  getWhiteLabel,
  removeWhiteLabelDomain,
  setWhiteLabelDomain,
} from "../white-label/white-label.ts";
import { waitAfter } from "./domain-status.ts";
import { queueDueHosts, takeTurn } from "./host-watch.ts";
import { lookAtHost } from "./look-at-host.ts";

const TARGET = "edge.provider.example";

const names: Record<string, readonly string[] | null> = {};
const folder = mkdtempSync(join(tmpdir(), "thaw-looks-"));
const hostsFile = join(folder, "hosts.json");
const environment: Record<string, string> = {
  EDGE_HOSTS: `file:${hostsFile}`,
  EDGE_TENANTS: "E1AGENCIES/cg_1",
  WHITE_LABEL_TARGET: TARGET,
};

const cloud = await cloudOfFile();
const mails = await startMailbox();
const dns = await startDnsServer(names);
const cloudFront = await startCloudFront();
Object.assign(process.env, environment, {
  DNS_SERVERS: dns.address,
  AWS_ENDPOINT_URL_CLOUDFRONT: cloudFront.endpoint,
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await cloudFront[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
  await mails.stop();
});

const known = () => JSON.parse(readFileSync(hostsFile, "utf8")) as Record<string, string>;

/** An agency that has just entered a domain, and then its CNAME. */
async function newAgency() {
  const owner = await testUser("owner", "glacier-2026");
  const session = await issueSession(owner, { ip: "192.0.2.1", userAgent: "test" });
  const agency = await authenticateToken(session.token);
  const host = `outreach.${crypto.randomUUID()}.example`;
  await setWhiteLabelDomain(agency, { domain: host });
  names[host] = [TARGET];
  const state = async () => (await getWhiteLabel(agency, {})).domain_state;
  return { agency, host, state, owner };
}

async function liveAgency(clock: { move: (ms: number) => void }) {
  const made = await newAgency();
  const { host } = made;
  await lookAtHost(host);
  cloudFront.decide(host, "issued");
  clock.move(DAY_MS);
  await lookAtHost(host);
  cloudFront.deploy();
  clock.move(DAY_MS);
  await lookAtHost(host);
  expect(await made.state()).toBe("LIVE");
  return made;
}

/** The hosts that are queued to be looked at, each as often as it is. */
async function takeQueued(): Promise<string[]> {
  const QueueUrl = cloud.queueUrl("domain");
  const sqs = new SQSClient({});
  const hosts: string[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return hosts;
    for (const { Body = "", ReceiptHandle } of Messages) {
      hosts.push((JSON.parse(Body) as { host: string }).host);
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

test("a new domain goes live by the clock alone: looked at after one, two, four minutes and so on, then daily", async () => {
  using clock = stoppedClock("2031-01-01T09:00:00.000Z");
  const { host, state, agency } = await newAgency();
  expect(await takeQueued()).toContain(host);
  await lookAtHost(host);
  expect(await state()).toBe("PENDING_CERT");
  expect(await findBrand(host)).toBeUndefined();
  for (const minutes of [1, 2, 4]) {
    clock.move(minutes * MINUTE_MS - 1);
    await queueDueHosts();
    expect(await takeQueued(), `before ${minutes}`).not.toContain(host);
    clock.move(1);
    await queueDueHosts();
    expect(await takeQueued(), `after ${minutes}`).toContain(host);
    await lookAtHost(host);
  }
  cloudFront.decide(host, "issued");
  clock.move(8 * MINUTE_MS);
  await lookAtHost(host);
  cloudFront.deploy();
  clock.move(16 * MINUTE_MS);
  await lookAtHost(host);
  expect(await state()).toBe("LIVE");
  expect(known()[host]).toBe(String(agency.accountId));
  clock.move(DAY_MS - 1);
  await queueDueHosts();
  expect(await takeQueued()).not.toContain(host);
  clock.move(1);
  await queueDueHosts();
  expect(await takeQueued()).toContain(host);
});

test("checks without news run at most every six hours, and at once on request", async () => {
  expect([0, 1, 5, 9, 500].map((tries) => waitAfter(tries) / MINUTE_MS)).toEqual([
    1, 2, 32, 360, 360,
  ]);
  using clock = stoppedClock("2031-01-10T09:00:00.000Z");
  const { host, agency } = await newAgency();
  names[host] = [];
  for (let look = 0; look < 12; look += 1) {
    await lookAtHost(host);
    clock.move(6 * HOUR_MS);
  }
  await lookAtHost(host);
  await takeQueued();
  names[host] = [TARGET];
  await checkWhiteLabelDomain(agency, {});
  expect(await takeQueued()).toContain(host);
  expect(await takeTurn(host)).toMatchObject({ tries: 0 });
});

test("a domain whose CNAME is gone for a day is broken, its owner is told once, and it mends itself", async () => {
  using clock = stoppedClock("2031-02-01T09:00:00.000Z");
  const { host, state, owner } = await liveAgency(clock);
  names[host] = [];
  clock.move(DAY_MS);
  await lookAtHost(host);
  expect(await state()).toBe("LIVE");
  for (let hour = 1; hour < 24; hour += 1) {
    clock.move(HOUR_MS);
    await lookAtHost(host);
  }
  expect(await state()).toBe("LIVE");
  expect(await mails.mailsTo(owner.email)).toHaveLength(0);
  clock.move(HOUR_MS);
  await lookAtHost(host);
  expect(await state()).toBe("PENDING_DNS");
  expect(known()[host]).toBeUndefined();
  for (let look = 0; look < 3; look += 1) {
    await lookAtHost(host);
    clock.move(HOUR_MS);
    await lookAtHost(host);
  }
  const told = await mails.mailsTo(owner.email);
  expect(told.map(({ subject }) => subject)).toEqual([`${host} does not reach us any more`]);
  expect(told[0]?.body.text).toContain(TARGET);

  names[host] = [TARGET];
  clock.move(6 * HOUR_MS);
  await lookAtHost(host);
  expect(await state()).toBe("LIVE");
  expect(known()[host]).toBeDefined();

  names[host] = [];
  for (let hour = 0; hour < 50; hour += 1) {
    clock.move(HOUR_MS);
    await lookAtHost(host);
  }
  expect(await mails.mailsTo(owner.email)).toHaveLength(2);
});

test("an owner is told later where the mail did not leave, and not again by a worker that dies once it has", async () => {
  using clock = stoppedClock("2031-02-15T09:00:00.000Z");
  const { host, state, owner } = await liveAgency(clock);
  const told = () => mails.mailsTo(owner.email);
  names[host] = [];
  clock.move(DAY_MS);
  await lookAtHost(host);
  clock.move(DAY_MS);
  // Without a sender no mail leaves.
  const sender = process.env[variable.emailFrom];
  delete process.env[variable.emailFrom];
  await expect(lookAtHost(host)).rejects.toThrow(variable.emailFrom);
  process.env[variable.emailFrom] = sender;
  expect(await state()).toBe("PENDING_DNS");
  expect(await told()).toEqual([]);

  const revive = client.intercept(async (action, input, next) => {
    const isWrite = /^(Put|Update|Delete|TransactWrite)/.test(action);
    if (isWrite && (await told()).length > 0) throw new Error("dead");
    return next(input);
  });
  clock.move(MINUTE_MS);
  await expect(lookAtHost(host)).rejects.toThrow("dead");
  revive();
  clock.move(HOUR_MS);
  await lookAtHost(host);
  expect(await told()).toHaveLength(1);
});

test("a name server that does not answer breaks nothing, however long", async () => {
  using clock = stoppedClock("2031-03-01T09:00:00.000Z");
  const { host, state } = await liveAgency(clock);
  names[host] = null;
  for (let day = 0; day < 3; day += 1) {
    clock.move(DAY_MS);
    await lookAtHost(host);
  }
  expect(await state()).toBe("LIVE");
});

test("of checks at the same moment one runs, and one that is not due does nothing", async () => {
  using _clock = stoppedClock("2031-04-01T09:00:00.000Z");
  const { host } = await newAgency();
  cloudFront.calls.length = 0;
  await Promise.all([1, 2, 3, 4].map(() => lookAtHost(host)));
  await lookAtHost(host);
  expect(cloudFront.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
  expect(cloudFront.calls.filter((call) => call.startsWith("GET"))).toHaveLength(1);
});

test("a worker that dies during a check is replaced by another after two minutes", async () => {
  using clock = stoppedClock("2031-04-10T09:00:00.000Z");
  const { host } = await newAgency();
  expect(await takeTurn(host)).toBeDefined();
  clock.move(2 * MINUTE_MS);
  expect(await takeTurn(host)).toBeUndefined();
  clock.move(1);
  expect(await takeTurn(host)).toBeDefined();
});

test("an edge that fails is asked again later, and the failure is logged", async () => {
  using clock = stoppedClock("2031-04-20T09:00:00.000Z");
  const { host, state } = await newAgency();
  cloudFront.failNext("AccessDenied");
  await expect(lookAtHost(host)).rejects.toThrow("AccessDenied");
  await lookAtHost(host);
  expect(cloudFront.tenantOf(host)).toBeUndefined();
  clock.move(MINUTE_MS);
  await lookAtHost(host);
  expect(await state()).toBe("PENDING_CERT");
  expect(cloudFront.tenantOf(host)).toBeDefined();
});

test("a domain that is given up is taken away from the edge, step by step, and then forgotten", async () => {
  using clock = stoppedClock("2031-05-01T09:00:00.000Z");
  const { host, agency } = await liveAgency(clock);
  await removeWhiteLabelDomain(agency, {});
  await lookAtHost(host);
  expect(known()[host]).toBeUndefined();
  expect(cloudFront.tenantOf(host)).toMatchObject({ enabled: false });
  clock.move(MINUTE_MS);
  await lookAtHost(host);
  expect(cloudFront.tenantOf(host)).toBeDefined();
  cloudFront.deploy();
  clock.move(2 * MINUTE_MS);
  await lookAtHost(host);
  expect(cloudFront.tenantOf(host)).toBeUndefined();
  await queueDueHosts();
  clock.move(365 * DAY_MS);
  expect(await takeTurn(host)).toBeUndefined();
});

test("a domain that another agency takes while it is given up becomes that agency's", async () => {
  using clock = stoppedClock("2031-06-01T09:00:00.000Z");
  const [first, second] = [await liveAgency(clock), await newAgency()];
  await removeWhiteLabelDomain(first.agency, {});
  await lookAtHost(first.host);
  names[`_account.${first.host}`] = [`account=${second.agency.accountId}`];
  await setWhiteLabelDomain(second.agency, { domain: first.host });
  await lookAtHost(first.host);
  expect(cloudFront.tenantOf(first.host)).toMatchObject({ enabled: true });
  cloudFront.deploy();
  clock.move(DAY_MS);
  await lookAtHost(first.host);
  expect(await second.state()).toBe("LIVE");
  expect(known()[first.host]).toBe(String(second.agency.accountId));
  expect(await findBrand(first.host)).toMatchObject({ accountId: second.agency.accountId });
});
