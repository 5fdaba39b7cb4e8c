import { expect } from "playwright/test";
import { tokenOf } from "./support/api.ts";
import { enterDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

/** One of each part of the API. */
const PARTS = [
  "auth/me",
  "campaigns",
  "campaign-folders",
  "categories",
  "templates",
  "ai/settings",
  "inbox/threads",
  "leads",
  "mailboxes",
  "block-list",
];

test("The token that signing in gave goes with every request of the product, and opens every part of its API [AUTH-18]", async ({
  page,
  demo,
}) => {
  expect(await tokenOf(page)).toBeUndefined();
  await enterDemo(page, demo);
  const token = await tokenOf(page);
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);

  // As they went over the wire: the rest was read from the cache.
  const wire = await page.context().newCDPSession(page);
  const paths = new Map<string, string>();
  const cookies = new Map<string, string>();
  wire.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const { origin, pathname } = new URL(request.url);
    const isInside = origin === new URL(demo.url).origin && pathname.startsWith("/app");
    if (isInside) paths.set(requestId, pathname);
  });
  wire.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) =>
    cookies.set(requestId, headers.Cookie ?? headers.cookie ?? ""),
  );
  await wire.send("Network.enable");
  await go(page, "/app/email-campaign/all");
  for (const name of ["Inbox", "Email accounts", "Templates"]) {
    await page.getByRole("navigation").getByRole("link", { name }).first().click();
    await page.waitForLoadState("networkidle");
  }
  await page.evaluate(() => fetch("/app/unread"));
  const asked = [...paths].filter(([id]) => cookies.has(id));
  expect(new Set(asked.map(([, path]) => path)).size).toBeGreaterThan(5);
  for (const [id, path] of asked) {
    expect([path, cookies.get(id)]).toEqual([
      path,
      expect.stringContaining(`thaw_session=${token}`),
    ]);
  }
  expect(await tokenOf(page)).toBe(token);

  for (const part of PARTS) {
    const ask = (headers: Record<string, string>) =>
      fetch(`${demo.url}/api/${part}`, { headers }).then(({ status }) => status);
    expect([part, await ask({ authorization: `Bearer ${token}` })]).toEqual([part, 200]);
    expect([part, await ask({})]).toEqual([part, 401]);
  }
});

test("A refused login opens no session's dialog, neither where people sign in nor elsewhere; a call with a dead session does [SESS-07]", async ({
  page,
  demo,
}) => {
  const dead = { status: 401, json: { ok: false, message: "Session expired" } };
  const dialog = page.getByRole("dialog", { name: "Session Expired" });
  await go(page, `${demo.url}/login`);
  await page.route("**/login.data*", (route) => route.fulfill(dead));
  await page.route("**/api/auth/*", (route) => route.fulfill(dead));
  const login = () =>
    page.evaluate(async () => (await fetch("/api/auth/login", { method: "POST" })).status);
  expect(await login()).toBe(401);
  await page.getByLabel("Email").fill("ana@acme.example");
  await page.getByRole("textbox", { name: "Password" }).fill("wrong-password-1");
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.status() === 401,
  );
  await page.getByRole("button", { name: "Log in" }).click();
  await answered;
  await expect(dialog).toHaveCount(0);

  await page.unroute("**/login.data*");
  await enterDemo(page, demo);
  expect(await login()).toBe(401);
  await page.evaluate(() => fetch("/app/unread"));
  await expect(dialog).toHaveCount(0);
  await page.route("**/app/unread", (route) => route.fulfill(dead));
  await page.evaluate(() => fetch("/app/unread"));
  await expect(dialog).toBeVisible();
});
