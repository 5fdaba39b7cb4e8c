import { issueSession } from "@thaw/core/accounts/session/session";
import { createUser, userIds } from "@thaw/core/accounts/user/user-record";
import { expect, test, vi } from "vitest";
import { finishOnboarding } from "../../tests/support/onboarding.ts";
import {
  destinationOf,
  endSession,
  optionalActor,
  redirectSignedIn,
  requireActor,
  startSession,
} from "./session.server.ts";

vi.stubEnv("PROVIDER_HOSTS", "app.thaw.example");

const at = (url: string, headers: Record<string, string> = {}) => new Request(url, { headers });

async function newToken() {
  const userId = await userIds.next("global");
  const user = await createUser({
    accountId: userId,
    userId,
    kind: "owner",
    role: "OWNER",
    name: "Ada",
    email: `${crypto.randomUUID()}@firm.example`,
    passwordHash: "none",
    isEmailVerified: true,
  });
  await finishOnboarding(user);
  const { token } = await issueSession(user, { ip: "192.0.2.1", userAgent: "test" });
  return { userId, token };
}

const locationOf = (thrown: unknown) =>
  thrown instanceof Response ? thrown.headers.get("location") : undefined;

test("the session's cookie is out of reach for scripts, other sites, other hosts and open lines", async () => {
  const cookie = async (url: string) =>
    (await startSession(at(url), "a.b.c", null)).headers.get("set-cookie") ?? "";
  expect(await cookie("https://app.thaw.example/login")).toBe(
    "__Host-thaw_session=a.b.c; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure",
  );
  // Behind CloudFront the request may look like plain http.
  expect(await cookie("http://app.thaw.example/login")).toContain("; Secure");
  expect(await cookie("https://localhost/login")).toContain("; Secure");
  for (const host of ["127.0.0.1:4000", "localhost:4000", "[::1]:4000", "acme.localhost:4000"]) {
    expect(await cookie(`http://${host}/login`)).not.toContain("Secure");
  }
});

test("signing out empties the cookie and leads to the login page", () => {
  const response = endSession(at("https://app.thaw.example/logout"));
  expect(response.headers.get("set-cookie")).toMatch(/^__Host-thaw_session=; Path=\/; Max-Age=0; /);
  expect(response.headers.get("location")).toBe("/login");
});

test.each([
  [null, "/app/email-campaign"],
  ["", "/app/email-campaign"],
  ["/app/leads/all?status=replied#top", "/app/leads/all?status=replied#top"],
  ["https://evil.example/", "/app/email-campaign"],
  ["//evil.example/", "/app/email-campaign"],
  ["/\\evil.example", "/app/email-campaign"],
  ["/.//evil.example", "/app/email-campaign"],
  ["/app/..//evil.example", "/app/email-campaign"],
  ["/\t/evil.example", "/app/email-campaign"],
  ["javascript:alert(1)", "/app/email-campaign"],
  ["app/leads", "/app/email-campaign"],
])("after signing in, next=%j leads to %s", (next, destination) => {
  expect(destinationOf(next)).toBe(destination);
});

test("someone without a living session is led to login and back", async () => {
  const { token } = await newToken();
  const url = "https://app.thaw.example/app/leads/all?status=replied";
  const login = "/login?next=%2Fapp%2Fleads%2Fall%3Fstatus%3Dreplied";
  // A cookie without the prefix may come from any host below our domain: nobody is signed in by it.
  const strange = [`other=${token}`, `thaw_session=${token}`, `__host-thaw_session=${token}`];
  for (const cookie of ["", "__Host-thaw_session=", "__Host-thaw_session=garbage", ...strange]) {
    const thrown: unknown = await requireActor(at(url, { cookie })).catch((e: unknown) => e);
    expect(locationOf(thrown)).toBe(login);
  }
});

test("the cookie says who asks, from where", async () => {
  const { userId, token } = await newToken();
  const request = at("https://app.thaw.example/app", {
    cookie: `a=b; __Host-thaw_session=${token}`,
    "x-forwarded-viewer": "198.51.100.7",
    "user-agent": "Browser/1",
  });
  expect(await requireActor(request)).toMatchObject({
    userId,
    origin: { ip: "198.51.100.7", userAgent: "Browser/1" },
  });
  expect(await optionalActor(at("https://app.thaw.example/app"))).toBeUndefined();
});

test("someone who is signed in does not see the pages for visitors", async () => {
  const { token } = await newToken();
  const url = "https://app.thaw.example/login?next=%2Fapp%2Finbox";
  const cookie = `__Host-thaw_session=${token}`;
  const thrown: unknown = await redirectSignedIn(at(url, { cookie })).catch((e: unknown) => e);
  expect(locationOf(thrown)).toBe("/app/inbox");
  await expect(redirectSignedIn(at(url))).resolves.toBeUndefined();
});

test("under an agency's host its clients are led to their own login [GUARD-03]", async () => {
  const url = "https://outreach.agency.example/app/leads/all";
  const thrown = await requireActor(at(url)).catch((reason: Response) => reason);
  expect((thrown as Response).headers.get("location")).toBe(
    "/client-login?next=%2Fapp%2Fleads%2Fall",
  );
  const out = endSession(at("https://outreach.agency.example/logout"));
  expect(out.headers.get("location")).toBe("/client-login");
});

test("a request of an open page without a live session gets 401 rather than a redirect", async () => {
  const request = at("https://app.thaw.example/app/unread", { "sec-fetch-dest": "empty" });
  await expect(requireActor(request)).rejects.toMatchObject({
    code: "unauthenticated",
    message: "Your session has expired. Please login again.",
  });
});
