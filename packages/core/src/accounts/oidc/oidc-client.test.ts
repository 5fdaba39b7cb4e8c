import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { startDnsServer } from "../../../../../tests/support/dns-server.ts";
import { type Subject, startOidcProvider } from "../../../../../tests/support/oidc-provider.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { createClient, deactivateClient } from "../client/client.ts";
import { lookAtHost } from "../host-watch/look-at-host.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { acceptInvitation } from "../team/invitation.ts";
import { setWhiteLabelDomain } from "../white-label/white-label.ts";
import { beginOidc, finishOidc, listOidcIssuers } from "./oidc-sign-in.ts";

const HOST = "app.provider.example";
const TARGET = "edge.provider.example";
const PASSWORD = "glacier-2026";

let cloud: TestCloud;
let mails: Awaited<ReturnType<typeof startMailbox>>;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;
const names: Record<string, readonly string[]> = {};
const folder = mkdtempSync(join(tmpdir(), "thaw-oidc-"));
const environment: Record<string, string> = {
  SITE_URL: `https://${HOST}`,
  WHITE_LABEL_TARGET: TARGET,
  EDGE_HOSTS: `file:${join(folder, "hosts.json")}`,
  ALLOW_PRIVATE_OIDC_ISSUERS: "true",
};

beforeAll(async () => {
  cloud = await startCloud();
  mails = await startMailbox();
  dns = await startDnsServer(names);
  provider = await startOidcProvider();
  Object.assign(process.env, environment, { DNS_SERVERS: dns.address });
});
afterAll(async () => {
  for (const name of [...Object.keys(environment), "DNS_SERVERS", "OIDC_ISSUERS"]) {
    delete process.env[name];
  }
  rmSync(folder, { recursive: true });
  await provider[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
  await mails.stop();
  await cloud[Symbol.asyncDispose]();
});

const at = (host: string): Actor => ({ ...NOBODY, origin: { ip: "", userAgent: "test", host } });

/** An agency with a live host and a client that has come in once. */
async function agencyWithClient() {
  const owner = await testUser("owner", PASSWORD);
  const session = await issueSession(owner, { ip: "192.0.2.1", userAgent: "test" });
  const agency = await authenticateToken(session.token);
  const host = `outreach.${crypto.randomUUID()}.example`;
  await setWhiteLabelDomain(agency, { domain: host });
  names[host] = [TARGET];
  await lookAtHost(host);
  const email = `${crypto.randomUUID()}@client.example`;
  const client = { name: "Bolt", email, permissions: "none" as const, is_invited: true };
  const { id: client_id } = await createClient(agency, client);
  const uuid = await mails.uuidTo(email);
  await acceptInvitation(NOBODY, { uuid, name: "Cleo", password: PASSWORD });
  return { agency, host, email, client_id };
}

async function come(host: string, subject: Subject) {
  const { url, secret } = await beginOidc(at(host), { issuer_id: "corp" });
  const query = provider.answer(url, subject);
  return finishOidc(at(host), { issuer_id: "corp", secret, query });
}

test("an agency's client comes in by an issuer that the operator has set up for the agency's host, and nobody else does [AUTH-34]", async () => {
  const [own, other] = [await agencyWithClient(), await agencyWithClient()];
  const hosts = [own.host, other.host];
  process.env.OIDC_ISSUERS = JSON.stringify([provider.entry({ is_trusted: true, hosts })]);
  expect((await listOidcIssuers(at(HOST), {})).items).toEqual([]);
  const { url } = await beginOidc(at(own.host), { issuer_id: "corp" });
  expect(new URL(url).searchParams.get("redirect_uri")).toBe(
    `https://${own.host}/oidc/corp/callback`,
  );

  const cleo = { sub: "cleo", email: own.email, email_verified: true };
  const answer = await come(own.host, cleo);
  if (answer.step !== "signed_in") throw new Error(answer.step);
  expect(await authenticateToken(answer.token)).toMatchObject({
    kind: "client",
    accountId: own.agency.accountId,
  });
  // Nobody signs up at an agency's host, and people of the team come in elsewhere.
  const team = await testUser("member", PASSWORD);
  for (const email of [own.email, team.email, "nobody@client.example"]) {
    const somebody = { sub: crypto.randomUUID(), email, email_verified: true };
    await expect(come(other.host, somebody)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("is not linked"),
    });
  }
  await expect(come(other.host, cleo)).rejects.toMatchObject({ code: "invalid" });
  await deactivateClient(own.agency, { client_id: own.client_id });
  await expect(come(own.host, cleo)).rejects.toMatchObject({
    status: 403,
    message: "Your access has been deactivated",
  });
});
