import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { startDnsServer } from "../../../../../tests/support/dns-server.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import { createClient } from "../client/client.ts";
import { clientLogin } from "../client/client-login.ts";
import type { TenantState } from "../edge-host/edge-tenant-store.ts";
import { nextDomainStatus } from "../host-watch/domain-status.ts";
import { lookAtHost } from "../host-watch/look-at-host.ts";
import { login } from "../login/login.ts";
import { setTwoStepLogin } from "../login/security.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { acceptInvitation } from "../team/invitation.ts";
import { addMember } from "../team/member.ts";
import { findUser } from "../user/user-record.ts";
import { checkWhiteLabelDomain } from "./check-domain.ts";
import { findBrand, isProviderHost } from "./host.ts";
import {
  getWhiteLabel,
  removeWhiteLabelDomain,
  setWhiteLabelDomain,
  updateBrand,
} from "./white-label.ts";

const TARGET = "edge.provider.example";
const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const PASSWORD = "glacier-2026";
const CREDENTIALS = { code: "invalid", message: "Invalid email or password" };

let cloud: TestCloud;
let mails: Awaited<ReturnType<typeof startMailbox>>;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
const names: Record<string, readonly string[] | null> = {};
const folder = mkdtempSync(join(tmpdir(), "thaw-hosts-"));
const hostsFile = join(folder, "hosts.json");

beforeAll(async () => {
  cloud = await startCloud();
  mails = await startMailbox();
  dns = await startDnsServer(names);
  process.env.DNS_SERVERS = dns.address;
  process.env.EDGE_HOSTS = `file:${hostsFile}`;
  process.env.WHITE_LABEL_TARGET = TARGET;
  process.env.PROVIDER_HOSTS = "app.provider.example";
});
afterAll(async () => {
  for (const name of ["DNS_SERVERS", "EDGE_HOSTS", "WHITE_LABEL_TARGET", "PROVIDER_HOSTS"]) {
    delete process.env[name];
  }
  rmSync(folder, { recursive: true });
  await dns[Symbol.asyncDispose]();
  await mails.stop();
  await cloud[Symbol.asyncDispose]();
});

const newHost = () => `outreach.${crypto.randomUUID()}.example`;
const known = () => JSON.parse(readFileSync(hostsFile, "utf8")) as Record<string, string>;

async function newAgency(): Promise<Actor> {
  const owner = await testUser("owner", PASSWORD);
  return authenticateToken((await issueSession(owner, ORIGIN)).token);
}

/** An agency whose host is live. */
async function liveAgency(brand_name = "Acme Growth") {
  const agency = await newAgency();
  const host = newHost();
  await updateBrand(agency, { brand_name, support_email: "help@acme.example" });
  await setWhiteLabelDomain(agency, { domain: host });
  names[host] = [TARGET];
  await lookAtHost(host);
  return { agency, host };
}

const at = (host: string): Actor => ({ ...NOBODY, origin: { ...ORIGIN, ip: "", host } });

async function clientOf(agency: Actor, email: string): Promise<string> {
  await createClient(agency, { name: "Bolt", email, permissions: "none", is_invited: true });
  const uuid = await mails.uuidTo(email);
  return (await acceptInvitation(NOBODY, { uuid, name: "Cleo", password: PASSWORD })).token;
}

test("an agency's brand is stored, and fields left empty are removed [WL-01] [WL-02]", async () => {
  const agency = await newAgency();
  const brand = {
    brand_name: "Acme Growth",
    primary_color: "#0B5C8F",
    support_email: "help@acme.example",
    wl_google_client_id: "123.apps.googleusercontent.com",
    wl_microsoft_client_id: "6731de76-14a6-49ae-97bc-6eba6914391e",
  };
  await updateBrand(agency, brand);
  const domain = newHost();
  await setWhiteLabelDomain(agency, { domain });
  expect(await getWhiteLabel(agency, {})).toMatchObject({
    whitelabel_domain: domain,
    domain_state: "PENDING_DNS",
    cname_target: TARGET,
    whitelabel_details: { brand_name: "Acme Growth", primary_color: "#0b5c8f" },
    wl_google_client_id: brand.wl_google_client_id,
    wl_microsoft_client_id: brand.wl_microsoft_client_id,
  });
  await updateBrand(agency, { brand_name: "Acme" });
  expect(await getWhiteLabel(agency, {})).toMatchObject({
    whitelabel_domain: domain,
    whitelabel_details: { brand_name: "Acme", primary_color: "", support_email: "" },
    wl_google_client_id: "",
  });
});

test("a host belongs to the first agency that takes it, and is free again when it is given up [WL-06]", async () => {
  const agencies = await Promise.all([newAgency(), newAgency(), newAgency()]);
  const domain = newHost();
  const tries = await Promise.allSettled(
    agencies.map((agency) => setWhiteLabelDomain(agency, { domain })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const winner = tries.findIndex(({ status }) => status === "fulfilled");
  const [loser] = agencies.filter((_agency, index) => index !== winner);
  if (!loser || !agencies[winner]) throw new Error("Nobody lost");
  await expect(setWhiteLabelDomain(loser, { domain })).rejects.toMatchObject({
    code: "conflict",
    fields: { domain: [told(expect.any(String))] },
  });
  await removeWhiteLabelDomain(agencies[winner], {});
  expect(await setWhiteLabelDomain(loser, { domain })).toMatchObject({ whitelabel_domain: domain });
  for (const own of ["app.provider.example", TARGET]) {
    await expect(setWhiteLabelDomain(loser, { domain: own })).rejects.toMatchObject({
      code: "conflict",
    });
  }
  for (const wrong of ["acme.example", "192.0.2.1", "no host.acme.example", "a..b.example"]) {
    await expect(setWhiteLabelDomain(loser, { domain: wrong })).rejects.toMatchObject({
      code: "invalid",
    });
  }
});

test("a host is live once its CNAME points here, known to the edge, and unknown before [WL-06]", async () => {
  const agency = await newAgency();
  const host = newHost();
  await updateBrand(agency, { brand_name: "Acme Growth" });
  await setWhiteLabelDomain(agency, { domain: host });
  names[host] = ["elsewhere.example"];
  expect(await checkWhiteLabelDomain(agency, {})).toMatchObject({
    domain_state: "PENDING_DNS",
    problem: "no_cname",
  });
  names[host] = null;
  expect(await checkWhiteLabelDomain(agency, {})).toMatchObject({ problem: "dns_unanswered" });
  expect(await findBrand(host)).toBeUndefined();
  names[host] = [TARGET.toUpperCase()];
  expect(await checkWhiteLabelDomain(agency, {})).toMatchObject({
    domain_state: "PENDING_CERT",
    problem: null,
  });
  expect(await findBrand(host)).toBeUndefined();
  await lookAtHost(host);
  expect(await getWhiteLabel(agency, {})).toMatchObject({ domain_state: "LIVE", problem: null });
  expect(await findBrand(host.toUpperCase())).toMatchObject({
    accountId: agency.accountId,
    name: "Acme Growth",
  });
  expect(known()[host]).toBe(String(agency.accountId));
  await removeWhiteLabelDomain(agency, {});
  expect(await findBrand(host)).toBeUndefined();
  await lookAtHost(host);
  expect(known()[host]).toBeUndefined();
});

test("a live host whose CNAME is gone waits for it again after a day, not before", async () => {
  const { agency, host } = await liveAgency();
  names[host] = [];
  using clock = stoppedClock("2031-03-03T09:00:00.000Z");
  expect(await checkWhiteLabelDomain(agency, {})).toMatchObject({ domain_state: "LIVE" });
  clock.move(24 * 3_600_000 - 1);
  expect(await checkWhiteLabelDomain(agency, {})).toMatchObject({ domain_state: "LIVE" });
  clock.move(1);
  expect(await checkWhiteLabelDomain(agency, {})).toMatchObject({ domain_state: "PENDING_DNS" });
  expect(await findBrand(host)).toBeUndefined();
});

test("a host waits for its certificate, and a refused one is said", () => {
  const look = (certificate: TenantState) =>
    nextDomainStatus("agency", { state: "PENDING_DNS" }, { pointsHere: true, certificate }, 0);
  expect(look("issuing")).toEqual({ state: "PENDING_CERT" });
  expect(look("failed")).toEqual({ state: "PENDING_CERT", problem: "certificate_failed" });
  expect(look("taken")).toEqual({ state: "PENDING_CERT", problem: "taken_elsewhere" });
  expect(look("unproven")).toEqual({ state: "PENDING_CERT", problem: "cname_is_new" });
  expect(look("ready")).toEqual({ state: "LIVE" });
});

/** What shows a host to be an agency's. */
function prove({ accountId }: Actor, host: string): void {
  names[`_account.${host}`] = [`account=${accountId}`];
}
const stateOf = async (agency: Actor) => {
  const { whitelabel_domain, domain_state, problem } = await getWhiteLabel(agency, {});
  return { whitelabel_domain, domain_state, problem };
};

test("a host with a leftover CNAME belongs to nobody until a TXT record shows its owner [WL-06]", async () => {
  const { agency: former, host } = await liveAgency();
  await removeWhiteLabelDomain(former, {});
  await lookAtHost(host);
  const agency = await newAgency();
  await setWhiteLabelDomain(agency, { domain: host });
  await checkWhiteLabelDomain(agency, {});
  await lookAtHost(host);
  expect(await getWhiteLabel(agency, {})).toMatchObject({
    domain_state: "PENDING_DNS",
    problem: "no_proof",
    txt_record: { name: `_account.${host}`, value: `account=${agency.accountId}` },
  });
  expect(await findBrand(host)).toBeUndefined();
  prove(agency, host);
  await checkWhiteLabelDomain(agency, {});
  await lookAtHost(host);
  expect(await stateOf(agency)).toMatchObject({ domain_state: "LIVE" });
  expect(await getWhiteLabel(agency, {})).toMatchObject({ txt_record: null });
});

test("a host that another account entered goes to the account that proves ownership, once", async () => {
  const { agency: squatter, host } = await liveAgency();
  const [owner, other] = [await newAgency(), await newAgency()];
  await expect(setWhiteLabelDomain(owner, { domain: host })).rejects.toMatchObject({
    code: "conflict",
    fields: { domain: [told(expect.stringContaining(`account=${owner.accountId}`))] },
  });
  prove(owner, host);
  await setWhiteLabelDomain(owner, { domain: host });
  await lookAtHost(host);
  expect(await stateOf(owner)).toMatchObject({ whitelabel_domain: host, domain_state: "LIVE" });
  expect(await stateOf(squatter)).toMatchObject({ whitelabel_domain: null, domain_state: "NONE" });
  expect(await findBrand(host)).toMatchObject({ accountId: owner.accountId });
  for (const agency of [squatter, other]) {
    await expect(setWhiteLabelDomain(agency, { domain: host })).rejects.toMatchObject({
      code: "conflict",
    });
  }
});

test("a host that was entered and never pointed here is free again after seven days", async () => {
  using clock = stoppedClock("2031-09-01T09:00:00.000Z");
  const [first, second] = [await newAgency(), await newAgency()];
  const domain = newHost();
  await setWhiteLabelDomain(first, { domain });
  clock.move(7 * 24 * 60 * 60_000 - 1000);
  await lookAtHost(domain);
  expect(await stateOf(first)).toMatchObject({ whitelabel_domain: domain });
  clock.move(24 * 60 * 60_000);
  await lookAtHost(domain);
  expect(await stateOf(first)).toMatchObject({ whitelabel_domain: null, domain_state: "NONE" });
  expect(await setWhiteLabelDomain(second, { domain })).toMatchObject({
    whitelabel_domain: domain,
  });
});

test("our own hosts are known by their exact names [WL-04]", () => {
  for (const own of ["app.provider.example", "APP.provider.example", "127.0.0.1", "[::1]"]) {
    expect(isProviderHost(own)).toBe(true);
  }
  for (const other of ["provider.example", "x.app.provider.example", "outreach.acme.example", ""]) {
    expect(isProviderHost(other)).toBe(false);
  }
});

test("a client signs in at its own agency's host alone; anywhere else it is nobody [AUTH-07] [AUTH-33]", async () => {
  const [own, other] = [await liveAgency(), await liveAgency("Other")];
  const email = `${crypto.randomUUID()}@client.example`;
  await clientOf(own.agency, email);
  const password = PASSWORD;
  const answer = await clientLogin(at(own.host), { email: ` ${email.toUpperCase()} `, password });
  if (!("token" in answer)) throw new Error("No token");
  expect(answer.user).toMatchObject({ email, isClient: true });
  const actor = await authenticateToken(answer.token);
  expect(actor).toMatchObject({ kind: "client", accountId: own.agency.accountId });
  for (const host of [other.host, "app.provider.example", newHost(), ""]) {
    await expect(clientLogin(at(host), { email, password })).rejects.toMatchObject(CREDENTIALS);
  }
  await expect(clientLogin(at(own.host), { email, password: "wrong-1" })).rejects.toMatchObject(
    CREDENTIALS,
  );
  await expect(login(at(own.host), { email, password })).rejects.toMatchObject(CREDENTIALS);
});

test("owners and members sign in by one login, an agency's clients by that of the agency's host, and nobody by another's [AUTH-01]", async () => {
  const { agency, host } = await liveAgency();
  const owner = await findUser({ accountId: agency.accountId, userId: agency.userId });
  const [bo, cleo] = [`${crypto.randomUUID()}@firm.example`, `${crypto.randomUUID()}@bolt.example`];
  const member = { name: "Bo", email: bo, password: PASSWORD, role: "VIEW_ONLY_ACCESS" } as const;
  await addMember(agency.accountId, member);
  await clientOf(agency, cleo);

  const whoIs = async (answer: Awaited<ReturnType<typeof login>>) =>
    "token" in answer ? authenticateToken(answer.token) : undefined;
  const password = PASSWORD;
  const insiders = [
    { email: owner?.email ?? "", kind: "owner", role: "OWNER" },
    { email: bo, kind: "member", role: "VIEW_ONLY_ACCESS" },
  ] as const;
  for (const { email, kind, role } of insiders) {
    expect(await whoIs(await login(NOBODY, { email, password }))).toMatchObject({
      kind,
      accountId: agency.accountId,
      permissions: permissionsOf(role),
    });
    await expect(clientLogin(at(host), { email, password })).rejects.toMatchObject(CREDENTIALS);
  }
  expect(await whoIs(await clientLogin(at(host), { email: cleo, password }))).toMatchObject({
    kind: "client",
    accountId: agency.accountId,
  });
  await expect(login(NOBODY, { email: cleo, password })).rejects.toMatchObject(CREDENTIALS);
});

test("a client with two-step login gets its code in its agency's name, with no word of the provider [WL-07]", async () => {
  const { agency, host } = await liveAgency("Acme Growth");
  const email = `${crypto.randomUUID()}@client.example`;
  const actor = await authenticateToken(await clientOf(agency, email));
  await setTwoStepLogin(actor, { is_enabled: true, password: PASSWORD });
  expect(await clientLogin(at(host), { email, password: PASSWORD })).toEqual({ requiresOTP: true });
  const sent = await mails.mailsTo(email);
  expect(sent.length).toBeGreaterThanOrEqual(2);
  for (const mail of sent) {
    expect(JSON.stringify([mail.subject, mail.body])).not.toMatch(/thaw/i);
    expect(mail.body.text).toContain(`https://${host}/`);
  }
  expect(sent.some(({ subject }) => subject.includes("Acme Growth"))).toBe(true);
});
