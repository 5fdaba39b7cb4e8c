import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { client } from "@thaw/data/table";
import { afterAll, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startCloudFront } from "../../../../../tests/support/cloudfront.ts";
import { startDnsServer } from "../../../../../tests/support/dns-server.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { nextDomainStatus } from "../../accounts/host-watch/domain-status.ts";
import { queueDueHosts } from "../../accounts/host-watch/host-watch.ts";
import { lookAtHost } from "../../accounts/host-watch/look-at-host.ts";
import { setWhiteLabelDomain } from "../../accounts/white-label/white-label.ts";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import { trackingOrigin } from "../../engine/tracking/tracking-origin.ts";
import type { Jobs } from "../../queue.schema.ts";
import { getMailbox } from "../mailbox/mailbox.ts";
import { deleteMailbox } from "../mailbox/mailbox-delete.ts";
import { type MailboxRecord, requireMailbox } from "../mailbox/mailbox-record.ts";
import { toTrackingDomain } from "./to-tracking-domain.ts";
import type { TrackingState } from "./tracking-domain.schema.ts";
import { checkTrackingDomain, removeTrackingDomain, setTrackingDomain } from "./tracking-domain.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const TARGET = "edge.provider.example";
const SITE = "https://app.provider.example";

const names: Record<string, readonly string[] | null> = {};
const cloud = await cloudOfFile();
const dns = await startDnsServer(names);
Object.assign(process.env, {
  ALLOW_PRIVATE_MAIL_HOSTS: "true",
  DNS_SERVERS: dns.address,
  WHITE_LABEL_TARGET: TARGET,
  SITE_URL: SITE,
});
afterAll(() => dns[Symbol.asyncDispose]());

const newHost = () => `links.${crypto.randomUUID()}.example`;
const world = (mailboxes = 1) => makeWorld({ smtpPort: 1, leads: 1, mailboxes, start: false });

async function originOf(accountId: number, mailboxId: number) {
  return trackingOrigin(await requireMailbox(accountId, mailboxId));
}

/** What the queue holds of a host, done as its consumer does it. */
async function workDomains(host: string): Promise<void> {
  const sqs = new SQSClient({});
  const QueueUrl = cloud.queueUrl("domain");
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return;
    for (const { Body = "", ReceiptHandle } of Messages) {
      const job = JSON.parse(Body) as Jobs["domain"];
      if (job.host === host) await lookAtHost(host);
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

/** Does something just before the so-manieth transaction from now on is sent. */
function beforeTransaction(which: number, act: () => Promise<unknown>): Disposable {
  let seen = 0;
  const stop = client.intercept(async (action, input, next) => {
    if (action === "TransactWriteItems" && ++seen === which) await act();
    return next(input);
  });
  return { [Symbol.dispose]: stop };
}

test("links go by a mailbox's own domain once its CNAME points here, and by the product's host until then [CAMP-46] [MBX-09] [MBX-19]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const steps = [1, 2].map((step) => ({
    delayInDays: step - 1,
    subject: `Hi ${step}`,
    body: '<p><a href="https://example.com/a">a</a><a href="{{unsubscribe_link}}">leave</a></p>',
  }));
  const { actor, mailboxIds, ...rest } = await makeWorld({ smtpPort: sink.port, leads: 1, steps });
  const mailbox_id = mailboxIds[0] ?? 0;
  const domain = newHost();
  expect(await setTrackingDomain(actor, { mailbox_id, domain })).toMatchObject({
    domain,
    state: "PENDING_DNS",
    cname_target: TARGET,
    problem: "no_cname",
  });
  await runAndSend({ actor, mailboxIds, ...rest }, clock, 4);
  names[domain] = [`${TARGET}.`.replace(/\.$/, "")];
  expect(await checkTrackingDomain(actor, { mailbox_id })).toMatchObject({
    state: "PENDING_CERT",
    problem: null,
  });
  await workDomains(domain);
  clock.move(24 * HOUR_MS);
  await runAndSend({ actor, mailboxIds, ...rest }, clock, 4, [2]);
  const [first = "", second = ""] = sink.mails.map(({ raw }) =>
    raw.replace(/=\r?\n/g, "").replaceAll("=3D", "="),
  );
  const originsOf = (raw: string, letter: string) =>
    [...raw.matchAll(new RegExp(`(https://[^/"\\s]+)/${letter}/[\\w.-]+`, "g"))].map((m) => m[1]);
  expect([originsOf(first, "o"), originsOf(first, "c")]).toEqual([[SITE], [SITE]]);
  expect([originsOf(second, "o"), originsOf(second, "c")]).toEqual([
    [`https://${domain}`],
    [`https://${domain}`],
  ]);
  // In the body and in the List-Unsubscribe header.
  expect(new Set(originsOf(second, "u"))).toEqual(new Set([SITE]));
  expect((await getMailbox(actor, { mailbox_id })).tracking).toMatchObject({ state: "VERIFIED" });
});

/** A mailbox whose links go by a host of its own, which has been looked at. */
async function tracked() {
  const { actor, mailboxIds } = await world();
  const mailbox_id = mailboxIds[0] ?? 0;
  const domain = newHost();
  names[domain] = [TARGET];
  await setTrackingDomain(actor, { mailbox_id, domain });
  await workDomains(domain);
  return { actor, mailbox_id, domain };
}

test("a domain whose CNAME goes away is out of use within an hour, and back in use when it returns", async () => {
  using clock = stoppedClock(MONDAY);
  const { actor, mailbox_id, domain } = await tracked();
  const recheck = async () => {
    await queueDueHosts();
    await workDomains(domain);
  };
  names[domain] = null;
  clock.move(HOUR_MS);
  await recheck();
  expect(await originOf(actor.accountId, mailbox_id)).toBe(`https://${domain}`);
  delete names[domain];
  clock.move(HOUR_MS - 1);
  await recheck();
  expect(await originOf(actor.accountId, mailbox_id)).toBe(`https://${domain}`);
  clock.move(1);
  await recheck();
  expect(await originOf(actor.accountId, mailbox_id)).toBe(SITE);
  names[domain] = [TARGET];
  clock.move(HOUR_MS / 12);
  await recheck();
  expect(await originOf(actor.accountId, mailbox_id)).toBe(`https://${domain}`);
});

test("a domain belongs to one account, for all its mailboxes, and is free when the last of them releases it", async () => {
  const [mine, other] = [await world(2), await world()];
  const [first = 0, second = 0] = mine.mailboxIds;
  const theirs = { mailbox_id: other.mailboxIds[0] ?? 0 };
  const domain = newHost();
  await setTrackingDomain(mine.actor, { mailbox_id: first, domain });
  await setTrackingDomain(mine.actor, { mailbox_id: second, domain });
  const refused = {
    code: "conflict",
    fields: { domain: [told(expect.stringMatching(/^This domain is in use already/))] },
  };
  await expect(setTrackingDomain(other.actor, { ...theirs, domain })).rejects.toMatchObject(
    refused,
  );
  await expect(setWhiteLabelDomain(mine.actor, { domain })).rejects.toMatchObject(refused);
  await removeTrackingDomain(mine.actor, { mailbox_id: first });
  await expect(setTrackingDomain(other.actor, { ...theirs, domain })).rejects.toMatchObject(
    refused,
  );
  await deleteMailbox(mine.actor, { mailbox_id: second });
  await setTrackingDomain(other.actor, { ...theirs, domain });
  expect((await getMailbox(other.actor, theirs)).tracking.domain).toBe(domain);
  const again = { mailbox_id: first, domain };
  await expect(setTrackingDomain(mine.actor, again)).rejects.toMatchObject(refused);
});

test("an agency's own host and the product's hosts are nobody's tracking domain", async () => {
  const { actor, mailboxIds } = await world();
  const mailbox_id = mailboxIds[0] ?? 0;
  const domain = newHost();
  await setWhiteLabelDomain(actor, { domain });
  for (const each of [domain, TARGET, "app.provider.example"]) {
    await expect(setTrackingDomain(actor, { mailbox_id, domain: each })).rejects.toMatchObject({
      code: "conflict",
    });
  }
  await expect(checkTrackingDomain(actor, { mailbox_id })).rejects.toMatchObject({
    code: "invalid_transition",
  });
  const stranger = { mailbox_id, domain: newHost() };
  await expect(setTrackingDomain(testActor(), stranger)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("all mailboxes of a domain share its status, and are checked as one", async () => {
  using clock = stoppedClock(MONDAY);
  const { actor, mailboxIds } = await world(2);
  const [first = 0, second = 0] = mailboxIds;
  const domain = newHost();
  names[domain] = [TARGET];
  await setTrackingDomain(actor, { mailbox_id: first, domain });
  await workDomains(domain);
  await setTrackingDomain(actor, { mailbox_id: second, domain });
  await workDomains(domain);
  for (const mailboxId of [first, second]) {
    expect(await originOf(actor.accountId, mailboxId)).toBe(`https://${domain}`);
  }
  names[domain] = [];
  clock.move(HOUR_MS);
  await workDomains(domain);
  await queueDueHosts();
  await workDomains(domain);
  for (const mailboxId of [first, second]) {
    expect(await originOf(actor.accountId, mailboxId)).toBe(SITE);
  }
});

test("when one mailbox takes a domain while the last one releases it, the claim stays", async () => {
  const [mine, other] = [await world(2), await world()];
  const [first = 0, second = 0] = mine.mailboxIds;
  const theirs = { mailbox_id: other.mailboxIds[0] ?? 0 };
  const letGo = () => removeTrackingDomain(mine.actor, { mailbox_id: first });
  const take = (domain: string) => setTrackingDomain(mine.actor, { mailbox_id: second, domain });
  const refused = { code: "conflict" };

  const one = newHost();
  await setTrackingDomain(mine.actor, { mailbox_id: first, domain: one });
  {
    using _race = beforeTransaction(1, letGo);
    await expect(take(one)).rejects.toMatchObject(refused);
  }
  await setTrackingDomain(other.actor, { ...theirs, domain: one });

  const two = newHost();
  await setTrackingDomain(mine.actor, { mailbox_id: first, domain: two });
  {
    // The first transaction takes it from the mailbox, the second from the account.
    using _race = beforeTransaction(2, () => take(two));
    await letGo();
  }
  const taking = setTrackingDomain(other.actor, { ...theirs, domain: two });
  await expect(taking).rejects.toMatchObject(refused);
});

test("a domain whose last release was interrupted is free after the next check", async () => {
  using clock = stoppedClock(MONDAY);
  const [mine, other] = [await world(), await world()];
  const mailbox_id = mine.mailboxIds[0] ?? 0;
  const domain = newHost();
  await setTrackingDomain(mine.actor, { mailbox_id, domain });
  await lookAtHost(domain);
  {
    using _death = beforeTransaction(2, () => Promise.reject(new Error("dead")));
    await expect(removeTrackingDomain(mine.actor, { mailbox_id })).rejects.toThrow("dead");
  }
  clock.move(HOUR_MS);
  await lookAtHost(domain);
  const theirs = { mailbox_id: other.mailboxIds[0] ?? 0, domain };
  expect(await setTrackingDomain(other.actor, theirs)).toMatchObject({ domain });
});

test("a domain that is given up stays at the edge for links of mails that are out, until its CNAME goes", async () => {
  using clock = stoppedClock(MONDAY);
  await using edge = await startCloudFront();
  const folder = mkdtempSync(join(tmpdir(), "thaw-tracked-"));
  const environment = {
    EDGE_HOSTS: `file:${join(folder, "hosts.json")}`,
    EDGE_TENANTS: "E1AGENCIES/cg_1",
    AWS_ENDPOINT_URL_CLOUDFRONT: edge.endpoint,
  };
  Object.assign(process.env, environment);
  try {
    const { actor, mailbox_id, domain } = await tracked();
    await removeTrackingDomain(actor, { mailbox_id });
    await lookAtHost(domain);
    expect(edge.tenantOf(domain)).toMatchObject({ enabled: true });
    names[domain] = [];
    clock.move(DAY_MS);
    await lookAtHost(domain);
    expect(edge.tenantOf(domain)).not.toMatchObject({ enabled: true });
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    rmSync(folder, { recursive: true });
  }
});

test("a domain in use shows no problem of a silent name server, and one that waits shows what it waits for", async () => {
  const shown = (trackingState: TrackingState, trackingProblem?: string) =>
    toTrackingDomain({ trackingState, trackingProblem } as MailboxRecord).problem;
  expect(shown("VERIFIED", "dns_unanswered")).toBeNull();
  expect(shown("PENDING_DNS", "dns_unanswered")).toBe("dns_unanswered");
  expect(shown("PENDING_CERT", "taken_elsewhere")).toBe("host_taken");
  expect(shown("PENDING_CERT", "cname_is_new")).toBeNull();
  expect(shown("PENDING_CERT")).toBeNull();
});

test.each([
  ["LIVE", undefined, undefined, { state: "LIVE", problem: "dns_unanswered" }],
  ["PENDING_DNS", undefined, undefined, { state: "PENDING_DNS", problem: "dns_unanswered" }],
  ["LIVE", false, undefined, { state: "PENDING_DNS", problem: "no_cname" }],
  ["PENDING_DNS", true, "issuing", { state: "PENDING_CERT" }],
  ["PENDING_CERT", true, "failed", { state: "PENDING_CERT", problem: "certificate_failed" }],
  ["PENDING_CERT", true, "taken", { state: "PENDING_CERT", problem: "taken_elsewhere" }],
  ["PENDING_CERT", true, "ready", { state: "LIVE" }],
] as const)("%s with CNAME %s and certificate %s", (state, pointsHere, certificate, look) => {
  const seen = { pointsHere, ...(certificate ? { certificate } : {}) };
  expect(nextDomainStatus("tracking", { state }, seen, 0)).toEqual(look);
});
