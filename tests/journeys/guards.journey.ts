import { expect, type Page, test } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { apiWith } from "./support/api.ts";
import { become, endOf, ledTo, member, owner, readingClient, tokenFor } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";
import { appPaths } from "./support/routes.ts";
import { useSecretOf, useTableOf } from "./support/table.ts";

const TARGET = "edge.provider.example";
/** Browsers take every name under .localhost for this machine (RFC 6761 6.3). */
const HOST = "outreach.guarded.localhost";
const names: Record<string, string[]> = {};

const CAMPAIGNS = "/app/email-campaign/all";
const PROFILE = "/app/settings/profile";
const SUBSCRIPTION = "/app/settings/subscription";
const WHITE_LABEL = "/app/settings/whitelabelled-client";
const BLOCK_LIST = "/app/settings/global-block-list";
const TEAM = "/app/settings/team-members";
const ACTIVITY = "/app/settings/activity";
const KEYS = "/app/settings/api-keys";
const WEBHOOKS = "/app/settings/webhook";
const CANCELLATION = "/app/account-cancellation";
const MAILBOXES = "/app/email-accounts";
const SENDERS = "/app/email-accounts-new/emails";
const SERVERS = "/app/smart-servers";
const NEW_SERVER = "/app/smart-servers/creation-page";
const INSIGHTS = "/app/analytics-v2/agency-insights";
const ANALYTICS = "/app/global-analytics";
const TESTS = "/app/email-deliverability/smart-inbox";
const WIZARD = "/app/email-campaign/new-campaign";
const CLIENT_PAGES = ["/app/client-views", "/app/client-view/new-client"];
const LISTS = [WEBHOOKS, BLOCK_LIST];
const ONBOARDING = "/app/onboarding";
const PUBLIC_PAGES = [
  "/login",
  "/client-login",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/email-magic-link",
  "/verify-account",
];
/** At an agency's host too: a client's password is chosen anew there. */
const CLIENT_PASSWORD_PAGES = ["/forgot-password", "/reset-password"];
const MEMBERS = [
  "ADMIN_ACCESS",
  "FULL_MEMBER_ACCESS",
  "LIMITED_FULL_MEMBER_ACCESS",
  "VIEW_ONLY_ACCESS",
] as const;

/** The server leads the way: nothing has to run in the pages. */
test.use({ javaScriptEnabled: false });

let product: Product;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
test.beforeAll(async () => {
  test.setTimeout(paced(180_000));
  dns = await startDnsServer(names);
  product = await startProduct({ DNS_SERVERS: dns.address, WHITE_LABEL_TARGET: TARGET });
  useTableOf(product);
  useSecretOf(product);
});
test.afterAll(async () => {
  await product?.stop();
  await dns?.[Symbol.asyncDispose]();
});

/** A browser at the product, or at an agency's host, in which one after another opens pages. */
function at(page: Page, origin = product.url) {
  return {
    become: (user?: Parameters<typeof become>[2]) => become(page, origin, user),
    opens: (path: string) => endOf(page, origin + path),
    isLedTo: (path: string, expected: string) => ledTo(page, origin + path, expected),
  };
}

test("what one command started says that it lives and is ready [API-17]", async ({ request }) => {
  for (const probe of ["/healthz", "/readyz"]) {
    const answer = await request.get(product.url + probe);
    expect([answer.status(), await answer.json()], probe).toMatchObject([200, { ok: true }]);
  }
});

test("without a session every page of the product leads to the login, and the visitors' pages open [GUARD-01] [ROUTE-01]", async ({
  page,
}) => {
  const { opens, isLedTo } = at(page);
  for (const path of appPaths()) expect(await isLedTo(path, "/login"), path).toBe("/login");
  expect(await opens("/app/leads/all?status=STARTED")).toBe(
    `/login?next=${encodeURIComponent("/app/leads/all?status=STARTED")}`,
  );
  for (const path of ["/", "/login"]) {
    expect(await opens(path)).toBe("/login");
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await expect(page.getByLabel("Email")).toBeVisible();
  }
  for (const path of PUBLIC_PAGES) expect(await opens(path)).toBe(path);
});

test("the signed-in user is led from every visitors' page to the campaigns, and from a bare address to its first tab [GUARD-02] [ROUTE-13] [ROUTE-19]", async ({
  page,
}) => {
  const user = await owner({ plan_type: "PRO" });
  const { become, opens } = at(page);
  await become(user);
  for (const path of [...PUBLIC_PAGES, "/", "/app/email-campaign"]) {
    expect(await opens(path), path).toBe(CAMPAIGNS);
  }
  await expect(page.getByRole("heading", { name: "Campaigns", level: 1 })).toBeVisible();

  const api = apiWith(product.url, await tokenFor(user));
  const { id } = await api<{ id: number }>("POST /campaigns", { name: "Spring" });
  const { id: below } = await api<{ id: number }>(`POST /campaigns/${id}/subsequences`, {});
  const subsequence = `/app/campaign/${id}/subsequence/${below}`;
  expect(await opens(subsequence)).toBe(`${subsequence}/analytics`);
  await expect(page.locator("a[aria-current=page]", { hasText: "Analytics" })).toBeVisible();
});

test("an address that nothing is at shows so, with the way back, to visitors, and inside with the navigation and the search [ROUTE-59]", async ({
  page,
}) => {
  for (const user of [undefined, await owner({ plan_type: "PRO" })]) {
    await at(page).become(user);
    for (const path of ["/nowhere", "/app/nowhere", "/app/settings/nowhere"]) {
      const answer = await page.goto(product.url + path, { waitUntil: "commit" });
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
      await expect(page.getByText("This page does not exist or has moved.")).toBeVisible();
      await expect(page).toHaveTitle("Page not found · Thaw");
      const isInside = user !== undefined && path.startsWith("/app/");
      await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible({
        visible: isInside,
      });
      // What it opens needs the browser: errors.journey.ts.
      await expect(page.getByRole("button", { name: "Search for it" })).toBeVisible({
        visible: isInside,
      });
    }
    await page.getByRole("link", { name: "Back to start" }).click();
    await expect(page).toHaveURL(product.url + (user ? CAMPAIGNS : "/login"));
  }
});

test("an owner who has not answered the first questions is led to them from everywhere, a member never [ONB-09]", async ({
  page,
}) => {
  const user = await owner(undefined, { trialDays: 0, isNew: true });
  const { become, opens, isLedTo } = at(page);
  await become(user);
  for (const path of appPaths()) expect(await isLedTo(path, ONBOARDING), path).toBe(ONBOARDING);
  expect(await opens("/app/leads/all")).toBe(ONBOARDING);
  await expect(page.getByText("Question 1 of 5")).toBeVisible();

  await become(await member(user, "ADMIN_ACCESS"));
  for (const path of ["/app/leads/all", "/app/get-started"]) expect(await opens(path)).toBe(path);
  expect(await opens(ONBOARDING)).toBe(CAMPAIGNS);
});

test("a role opens what it may, and is led to its profile or to the campaigns from the rest [GUARD-05] [GUARD-06] [GUARD-14]", async ({
  page,
}) => {
  const { become, opens } = at(page);
  const account = await owner({ plan_type: "PRO" });
  const denied: Record<(typeof MEMBERS)[number], Record<string, string>> = {
    ADMIN_ACCESS: { [TEAM]: TEAM, [ACTIVITY]: ACTIVITY, [KEYS]: KEYS, [WIZARD]: WIZARD },
    FULL_MEMBER_ACCESS: {
      [TEAM]: PROFILE,
      [ACTIVITY]: PROFILE,
      [KEYS]: PROFILE,
      [WIZARD]: WIZARD,
    },
    LIMITED_FULL_MEMBER_ACCESS: { [TEAM]: PROFILE, [KEYS]: PROFILE, [WIZARD]: WIZARD },
    VIEW_ONLY_ACCESS: { [TEAM]: PROFILE, [KEYS]: PROFILE, [WIZARD]: CAMPAIGNS },
  };
  for (const role of MEMBERS) {
    await become(await member(account, role));
    for (const [path, end] of Object.entries({ [SUBSCRIPTION]: PROFILE, ...denied[role] })) {
      expect(await opens(path), `${role} at ${path}`).toBe(end);
    }
  }
  await become(account);
  for (const path of [SUBSCRIPTION, TEAM, KEYS, WIZARD]) expect(await opens(path)).toBe(path);
});

test("the plan BASE has neither webhooks nor a block list nor clients, POPULAR no clients, the others all three [GUARD-11] [GUARD-12] [GUARD-13]", async ({
  page,
}) => {
  const { become, opens } = at(page);
  const plans = [
    { user: await owner({ plan_type: "BASE" }), closed: [...LISTS, ...CLIENT_PAGES] },
    { user: await owner({ plan_type: "BASE" }, { trialDays: 1 }), closed: [] },
    { user: await owner({ plan_type: "POPULAR" }), closed: CLIENT_PAGES },
    { user: await owner({ plan_type: "PRO" }), closed: [] },
    { user: await owner({ plan_type: "ENTERPRISE" }), closed: [] },
    { user: await owner(undefined, { trialDays: 1 }), closed: [] },
  ];
  for (const { user, closed } of plans) {
    await become(user);
    for (const path of [...LISTS, ...CLIENT_PAGES]) {
      expect(await opens(path), path).toBe(closed.includes(path) ? CAMPAIGNS : path);
    }
  }
});

test("a feature that someone has not leads to its neighbours, and one that they have is not kept from them [GUARD-07] [GUARD-09] [GUARD-16]", async ({
  page,
}) => {
  const { become, opens } = at(page);
  const trial = await owner(undefined, { trialDays: 1 });
  const popular = await owner({ plan_type: "POPULAR" });
  const pro = await owner({ plan_type: "PRO" });
  const add_ons = { deliverability_plan: "GROWTH" } as const;
  const tester = await owner({ plan_type: "BASE", add_ons });
  const noTests = `${CAMPAIGNS}?upgrade=smart_delivery`;
  const cases = [
    { user: trial, led: { [SENDERS]: MAILBOXES, [INSIGHTS]: INSIGHTS, [TESTS]: TESTS } },
    { user: popular, led: { [SENDERS]: SENDERS, [INSIGHTS]: ANALYTICS, [TESTS]: noTests } },
    { user: pro, led: { [SERVERS]: SERVERS, [NEW_SERVER]: NEW_SERVER, [INSIGHTS]: INSIGHTS } },
    {
      user: await member(pro, "ADMIN_ACCESS"),
      led: { [SERVERS]: SERVERS, [NEW_SERVER]: MAILBOXES, [SENDERS]: SENDERS },
    },
    { user: tester, led: { [TESTS]: TESTS, [INSIGHTS]: ANALYTICS } },
  ];
  for (const { user, led } of cases) {
    await become(user);
    for (const [path, end] of Object.entries(led)) expect(await opens(path), path).toBe(end);
  }
  await become(pro);
  expect(await opens(TESTS)).toBe(noTests);
  await expect(page.getByText("Not included in your plan.")).toBeVisible();
});

test("an account of the plan ENTERPRISE sees what was agreed on, where others choose a plan [PLAN-16]", async ({
  page,
}) => {
  const { become, opens } = at(page);
  const agreed = { monthly_cents: 1_500_00, leads: 500_000 };
  await become(await owner({ plan_type: "ENTERPRISE", enterprise_plan_details: agreed }));
  await opens(SUBSCRIPTION);
  await expect(page.getByRole("heading", { name: "Your agreement" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Monthly price" })).toContainText("$1,500");
  await expect(page.getByText("0 of 500,000")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Change your plan" })).toHaveCount(0);

  await become(await owner({ plan_type: "PRO" }));
  await opens(SUBSCRIPTION);
  await expect(page.getByRole("heading", { name: "Change your plan" })).toBeVisible();
  await expect(page.getByText("Your agreement")).toHaveCount(0);
});

test("once the trial is over the owner finds the subscription and the white label, members a notice, and both the way out; the offer of that day is shown [ROUTE-58] [GUARD-15] [PLAN-19]", async ({
  page,
}) => {
  const account = await owner(undefined, { trialDays: 13 });
  const { become, opens, isLedTo } = at(page);
  await become(account);
  const open = [SUBSCRIPTION, WHITE_LABEL, CANCELLATION];
  for (const path of appPaths().filter((each) => !open.includes(each))) {
    expect(await isLedTo(path, SUBSCRIPTION), path).toBe(SUBSCRIPTION);
  }
  expect(await opens("/app/leads/all")).toBe(SUBSCRIPTION);
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  const offer = page.getByText("20% off your first invoice");
  await expect(offer).toBeVisible();
  expect(await opens(CANCELLATION)).toBe(CANCELLATION);
  expect(await opens(WHITE_LABEL)).toBe(WHITE_LABEL);
  await expect(page.getByLabel("Brand name")).toBeVisible();
  await page.request.post(`${product.url}/logout`);
  expect(await opens("/app/leads/all")).toMatch(/^\/login/);

  await become(await owner(undefined, { trialDays: 11 }));
  expect(await opens(SUBSCRIPTION)).toBe(SUBSCRIPTION);
  await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
  await expect(offer).toHaveCount(0);

  for (const role of MEMBERS) {
    await become(await member(account, role));
    const ownPages = [PROFILE, WHITE_LABEL, CANCELLATION];
    for (const path of appPaths().filter((each) => !ownPages.includes(each))) {
      expect(await isLedTo(path, PROFILE), `${role} at ${path}`).toBe(PROFILE);
    }
    expect(await opens("/app/leads/all")).toBe(PROFILE);
    await expect(page.getByText(/This account's plan has ended/)).toBeVisible();
    expect(await opens(CANCELLATION)).toBe(CANCELLATION);
    await page.request.post(`${product.url}/logout`);
    expect(await opens("/app/leads/all")).toMatch(/^\/login/);
  }
});

test("an agency's host lets its clients in by their own login, to what is theirs alone [GUARD-03] [GUARD-08] [PERM-14] [PERM-17]", async ({
  page,
}) => {
  const agency = await owner({ plan_type: "PRO" });
  const api = apiWith(product.url, await tokenFor(agency));
  await api("PUT /white-label/domain", { domain: HOST });
  names[HOST] = [TARGET];
  // One look sees the CNAME and asks for the certificate, a later one finds it.
  const looked = () => api<{ domain_state: string }>("POST /white-label/domain/check", {});
  const state = async () => (await looked()).domain_state;
  await expect.poll(state, { timeout: paced(60_000) }).toBe("LIVE");

  const { become, opens } = at(page, product.url.replace("127.0.0.1", HOST));
  expect(await opens("/app/leads/all")).toBe("/client-login?next=%2Fapp%2Fleads%2Fall");
  for (const path of ["/", ...PUBLIC_PAGES]) {
    const end = CLIENT_PASSWORD_PAGES.includes(path) ? path : "/client-login";
    expect(await opens(path), path).toBe(end);
  }
  await become(await readingClient(agency));
  const shut = appPaths().filter((path) => /^\/app\/(settings|client-views?)(\/|$)/.test(path));
  for (const path of [...shut, ...PUBLIC_PAGES.slice(0, 2), WIZARD]) {
    expect(await opens(path), path).toBe(CAMPAIGNS);
  }
  for (const path of [SERVERS, NEW_SERVER, SENDERS]) {
    expect(await opens(path), path).toBe(MAILBOXES);
  }
  expect(await opens(INSIGHTS)).toBe(ANALYTICS);
  for (const path of ["/app/leads/all", "/app/master-inbox"]) {
    expect(await opens(path)).toBe(path);
  }
});
