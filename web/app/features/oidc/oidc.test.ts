import { afterEach, beforeEach, expect, test } from "vitest";
import { loader as callback } from "../../routes/_auth.oidc.$issuer_id.callback/route.tsx";
import { loader as start } from "../../routes/oidc.$issuer_id.start/route.ts";
import { moveOn } from "./move-on.server.ts";
import { oidcCookie, oidcSecretOf } from "./oidc-cookie.server.ts";

const SITE = "https://app.provider.example";
const SECRET = "s".repeat(43);

beforeEach(() => {
  process.env.SITE_URL = SITE;
  process.env.PROVIDER_HOSTS = "old.provider.example";
});
afterEach(() => {
  for (const name of ["SITE_URL", "PROVIDER_HOSTS", "OIDC_ISSUERS"]) delete process.env[name];
});

const at = (url: string, headers: Record<string, string> = {}) =>
  new Request(url, { headers: { host: new URL(url).host, ...headers } });
const loaded = (request: Request) => ({ request, params: { issuer_id: "corp" }, context: {} });

test("the secret is kept in a cookie that only this host can set, and no script can read", () => {
  const cookie = oidcCookie(at(`${SITE}/oidc/corp/start`), SECRET);
  expect(cookie).toMatch(/^__Host-thaw_oidc=s{43}; Path=\/; Max-Age=900; /);
  for (const part of ["HttpOnly", "SameSite=Lax", "Secure"]) expect(cookie).toContain(part);
  expect(cookie).not.toContain("Domain");
  const [pair = ""] = cookie.split(";");
  expect(oidcSecretOf(at(SITE, { cookie: pair }))).toBe(SECRET);
  // A host beside ours can set this one for all of a domain.
  expect(oidcSecretOf(at(SITE, { cookie: `thaw_oidc=${SECRET}` }))).toBeUndefined();
});

test("after signing in the browser goes to a page of ours and nowhere else, and the secret is deleted", async () => {
  for (const [next, to] of [
    ["/app/tasks?page=2", "/app/tasks?page=2"],
    ["https://evil.example/", "/app/email-campaign"],
    ["//evil.example", "/app/email-campaign"],
    ["/\\evil.example", "/app/email-campaign"],
    [null, "/app/email-campaign"],
  ] as const) {
    const response = await moveOn(at(SITE), { step: "signed_in", token: "t", next });
    expect(response.headers.get("location")).toBe(to);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-thaw_session=t; /),
      expect.stringMatching(/^__Host-thaw_oidc=; Path=\/; Max-Age=0; /),
    ]);
  }
});

test("nobody is sent to an issuer by someone else's page, and everyone from the one address that leads back", async () => {
  const foreign = at(`${SITE}/oidc/corp/start`, { "sec-fetch-site": "cross-site" });
  await expect(start(loaded(foreign))).rejects.toMatchObject({ status: 403 });
  const old = at("https://old.provider.example/oidc/corp/start?next=/app/tasks");
  const moved = await start(loaded(old)).catch((response: Response) => response);
  expect(moved.headers.get("location")).toBe(`${SITE}/oidc/corp/start?next=/app/tasks`);
});

test("an issuer that is not configured is no page", async () => {
  for (const page of [start, callback]) {
    const request = at(`${SITE}/oidc/corp/x?code=1&state=2`);
    await expect(page(loaded(request))).rejects.toMatchObject({ code: "not_found" });
  }
});
