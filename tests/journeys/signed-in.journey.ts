import { expect, type Page } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { AREAS, type AreaName, type AreaValue } from "../../web/app/stored/areas.ts";
import { readArea, writeArea } from "../../web/app/stored/stored-state.ts";
import { apiOf, apiWith, tokenOf } from "./support/api.ts";
import { enterDemo, linkToCampaign, signInToDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { fillLists, type List, mailLists, ownLists, startLists } from "./support/lists.ts";
import { become, member, owner, tokenFor } from "./support/people.ts";
import { useSecretOf, useTableOf } from "./support/table.ts";

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

test("Lists open as their user left them, chosen columns, order and dismissed hints included; the next user of the browser finds everything as new [PERS-04] [PERS-05] [PERS-11] [UX-04]", async ({
  page,
  demo,
}) => {
  const CAMPAIGNS = `${demo.url}/app/email-campaign/all`;
  const MAILBOXES = `${demo.url}/app/email-accounts`;
  const INBOX = `${demo.url}/app/master-inbox`;
  const LEADS = `${demo.url}/app/leads/all`;
  const narrow = async (filter: string, value: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: filter }).click();
    await page.getByLabel(value, { exact: true }).check();
    await expect(page).toHaveURL(/\?/);
  };
  const hint = page.getByRole("button", { name: "Dismiss this hint" });
  const location = page.getByRole("columnheader", { name: "Location" });
  await signInToDemo(page, demo);

  await test.step("a hint that was dismissed stays so, until the profile shows every hint again", async () => {
    await go(page, CAMPAIGNS);
    const isKept = page.waitForResponse((answer) => answer.request().method() === "POST");
    await hint.click();
    await isKept;
    await go(page, CAMPAIGNS);
    await expect(page.getByRole("heading", { name: "Campaigns", level: 1 })).toBeVisible();
    await expect(hint).toHaveCount(0);
    await go(page, `${demo.url}/app/settings/profile`);
    await page.getByRole("button", { name: "Show all hints again" }).click();
    await expect(page.getByText("All hints are shown again")).toBeVisible();
  });

  await test.step("each list is narrowed, ordered and given a column", async () => {
    await go(page, CAMPAIGNS);
    await expect(hint).toBeVisible();
    await narrow("Status", "Paused");
    await go(page, MAILBOXES);
    await narrow("Status", "Connected");
    await go(page, INBOX);
    await page.getByRole("link", { name: "Sent", exact: true }).click();
    await expect(page).toHaveURL(/folder=sent/);
    await go(page, LEADS);
    await page.getByRole("columnheader", { name: "Imported" }).getByRole("button").click();
    await expect(page).toHaveURL(/sort=imported/);
    await page.getByRole("button", { name: "Display" }).click();
    await page.getByLabel("Location").click();
    await expect(location).toBeVisible();
  });

  const LEFT = {
    [CAMPAIGNS]: /status=PAUSED/,
    [MAILBOXES]: /state=CONNECTED/,
    [INBOX]: /folder=sent/,
    [LEADS]: /sort=imported/,
  };
  await test.step("each opens by its bare address as it was left", async () => {
    for (const [address, question] of Object.entries(LEFT)) {
      await go(page, address);
      await expect(page).toHaveURL(question);
    }
    await expect(location).toBeVisible();
  });

  await test.step("someone else finds nothing of it", async () => {
    useTableOf(demo);
    useSecretOf(demo);
    const api = await apiOf(page);
    const me = await api<{ id: number; user_id: number | null }>("GET /auth/me");
    const colleague = await member({ accountId: me.user_id ?? me.id }, "ADMIN_ACCESS");
    await become(page, demo.url, colleague);
    for (const address of Object.keys(LEFT)) {
      await go(page, address);
      await page.waitForLoadState("networkidle");
      await expect(page).toHaveURL(address);
    }
    await expect(page.getByRole("columnheader", { name: "Address" })).toBeVisible();
    await expect(location).toHaveCount(0);
  });
});

/** Something to remember in each area. */
const REMEMBERED: { [Name in AreaName]: Partial<AreaValue<Name>> } = {
  applicant: { isCrmConnected: true },
  campaigns: { list: "status=PAUSED" },
  uifilters: { leads: "sort=imported" },
  getstarted: { openItem: "created_first_campaign" },
  auth: { senderProvider: "smtp" },
  university: { selectedResource: 4 },
  smartdelivery: { spf: "fail" },
  smartservers: { list: "sort=name" },
  edsubscription: { isEnterpriseView: true },
  domains: { list: "sort=name" },
  analytics: { clients: [7] },
};

test("What each of the eleven storage areas remembers for its user is there after reloads", async ({
  page,
  demo,
}) => {
  await signInToDemo(page, demo);
  const { id: userId } = await (await apiOf(page, demo))<{ id: number }>("GET /auth/me");
  const whose = { host: new URL(demo.url).host, userId };
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const names = Object.keys(AREAS) as AreaName[];
  for (const name of names) writeArea(store, whose, name, REMEMBERED[name]);
  expect(kept.size).toBe(11);
  await go(page, "/app/settings/profile");
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) window.localStorage.setItem(key, value);
    },
    [...kept],
  );
  kept.clear();

  await page.reload();
  // The product finds what is its own.
  await go(page, "/app/email-campaign/all");
  await expect(page).toHaveURL(/status=PAUSED/);
  await go(page, "/app/leads/all");
  await expect(page).toHaveURL(/sort=imported/);
  for (const [key, value] of await page.evaluate(() => Object.entries(window.localStorage))) {
    kept.set(key, value);
  }
  for (const name of names) {
    expect(readArea(store, whose, name), name).toMatchObject(REMEMBERED[name]);
  }
});

test("Every list says that it is on its way, that it failed and how to try again, shows its rows, and names what to do next while it has none [UX-05]", async ({
  page,
  demo,
}) => {
  useTableOf(demo);
  useSecretOf(demo);
  const [busy, idle] = [
    await owner({ plan_type: "PRO" }),
    await owner(undefined, { trialDays: 1 }),
  ];
  await member(busy, "ADMIN_ACCESS");
  const apiFor = async (user: typeof busy) => apiWith(demo.url, await tokenFor(user));

  await test.step("lists with rows, of an account's own making", async () => {
    const own = await fillLists(await apiFor(busy));
    await become(page, demo.url, busy);
    await go(page, "/app/settings/security");
    for (const list of ownLists(own)) await passesStates(page, list);
  });

  await test.step("lists with rows, of mail", async () => {
    await signInToDemo(page, demo);
    const path = await (await linkToCampaign(page, "Coffee pilot")).getAttribute("href");
    const campaign = (path ?? "").replace(/\/analytics$/, "");
    const api = await apiOf(page, demo);
    await expect.poll(() => api("GET /inbox/threads"), { timeout: paced(180_000) }).not.toEqual([]);
    for (const list of mailLists(campaign)) await passesStates(page, list);
  });

  await test.step("lists with nothing on them", async () => {
    await become(page, demo.url, idle);
    for (const path of ["/app/email-campaign/all", "/app/email-campaign/folders"]) {
      await offersNext(page, path, /^New /);
    }
    const own = await startLists(await apiFor(idle));
    const lists = [...ownLists(own), ...mailLists(own.campaign)];
    for (const { path, next } of lists.slice(2)) {
      if (next) await offersNext(page, path, next);
    }
  });
});

/** On its way, failed, and there: as someone sees it who comes from another screen. */
async function passesStates(page: Page, { path, rows }: List): Promise<void> {
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const isAsked = ({ pathname }: URL) => pathname === `${path}.data`;
  await page.route(isAsked, async (route) => {
    await failed;
    await route.fulfill({ status: 500 });
  });
  await page.evaluate((to) => {
    const { __remixRouter: router } = window as unknown as Record<string, Router>;
    void router?.navigate(to);
  }, path);
  await expect(page.locator("[data-mounted] [role=progressbar]"), path).toBeAttached();
  fail();
  const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await expect(retry, path).toBeVisible();
  await page.unroute(isAsked);
  await retry.click();
  const shown =
    typeof rows === "string"
      ? page.getByRole("table", { name: rows, exact: true })
      : page.getByRole("main").getByText(rows);
  await expect(shown.first(), path).toBeVisible();
  await expect(page.locator(".empty-state"), path).toHaveCount(0);
}

type Router = { navigate: (to: string) => Promise<void> };

async function offersNext(page: Page, path: string, next: string | RegExp): Promise<void> {
  await page.goto(path);
  const empty = page.locator(".empty-state").first();
  const way = empty.getByRole("link", { name: next }).or(empty.getByRole("button", { name: next }));
  await expect(way.or(empty.getByText(next)).first(), path).toBeVisible();
}

test("Enter opens the first of what the server finds for the command menu", async ({
  page,
  demo,
}) => {
  await signInToDemo(page, demo);
  await go(page, `${demo.url}/app/tasks`);
  await page.keyboard.press("Control+k");
  const search = page.getByPlaceholder("Search or jump to…");
  // No place, setting or command is called so.
  await search.fill("Amara");
  const first = page.locator("[data-action]").first();
  await expect(first).toContainText("Amara");
  await search.press("Enter");
  await expect(page).toHaveURL(/\/app\/lead\/\d+\/view/);
  await expect(page.getByRole("heading", { name: /^Amara/, level: 1 })).toBeVisible();
});
