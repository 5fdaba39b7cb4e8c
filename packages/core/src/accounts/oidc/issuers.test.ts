import { afterAll, beforeAll, expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startOidcProvider } from "../../../../../tests/support/oidc-provider.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { beginOidc, listOidcIssuers } from "./oidc-sign-in.ts";

const HOST = "app.provider.example";

await cloudOfFile();

let provider: Awaited<ReturnType<typeof startOidcProvider>>;
beforeAll(async () => {
  provider = await startOidcProvider();
  process.env.SITE_URL = `https://${HOST}`;
  process.env.ALLOW_PRIVATE_OIDC_ISSUERS = "true";
});
afterAll(async () => {
  for (const name of ["SITE_URL", "ALLOW_PRIVATE_OIDC_ISSUERS", "OIDC_ISSUERS"]) {
    delete process.env[name];
  }
  await provider[Symbol.asyncDispose]();
});

const configure = (...entries: Record<string, unknown>[]) => {
  process.env.OIDC_ISSUERS = JSON.stringify(entries.map((more) => provider.entry(more)));
};
const at = (host: string): Actor => ({ ...NOBODY, origin: { ip: "", userAgent: "test", host } });
const visitor = at(HOST);

test("issuers come from the operator's configuration alone, each for its hosts, and what is wrong there is said without secrets", async () => {
  configure({ is_trusted: true }, { id: "acme", name: "Acme", hosts: ["outreach.acme.example"] });
  const idsAt = async (host: string) =>
    (await listOidcIssuers(at(host), {})).items.map(({ id }) => id);
  expect(await idsAt(HOST)).toEqual(["corp"]);
  expect(await idsAt("outreach.acme.example")).toEqual(["acme"]);
  expect(await idsAt("outreach.else.example")).toEqual([]);
  await expect(beginOidc(visitor, { issuer_id: "acme" })).rejects.toMatchObject({
    code: "not_found",
  });
  delete process.env.OIDC_ISSUERS;
  expect(await idsAt(HOST)).toEqual([]);
  configure({}, {});
  await expect(listOidcIssuers(visitor, {})).rejects.toThrow("is there twice");
  configure({ issuer: "http://issuer.example" });
  const wrong = await listOidcIssuers(visitor, {}).catch((error: Error) => error.message);
  expect(wrong).toContain("is no https address");
  expect(wrong).not.toContain("issuer-secret");
});

test("an issuer is not asked at private addresses unless the operator says so, nor followed elsewhere", async () => {
  // Another client id: what was read once is kept for an hour.
  configure({ client_id: `c-${crypto.randomUUID()}` });
  delete process.env.ALLOW_PRIVATE_OIDC_ISSUERS;
  const before = provider.requests.length;
  await expect(beginOidc(visitor, { issuer_id: "corp" })).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(provider.requests).toHaveLength(before);
  process.env.ALLOW_PRIVATE_OIDC_ISSUERS = "true";
  provider.redirectTo("http://127.0.0.1:1/");
  await expect(beginOidc(visitor, { issuer_id: "corp" })).rejects.toMatchObject({
    code: "unavailable",
  });
  provider.redirectTo(undefined);
  await beginOidc(visitor, { issuer_id: "corp" });
  await beginOidc(visitor, { issuer_id: "corp" });
  const asked = provider.requests.slice(before).filter((path) => path.includes("well-known"));
  expect(asked).toHaveLength(1);
});
