import type { Page } from "playwright/test";
import { expect, test } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { type Api, apiOf } from "./support/api.ts";
import { go } from "./support/go.ts";
import { holdsFor } from "./support/holds-for.ts";
import { drawnPicture } from "./support/picture.ts";
import { type Product, startProduct } from "./support/product.ts";
import { signUp } from "./support/sign-up.ts";

const TARGET = "edge.provider.example";
const PASSWORD = "glacier-2026";
/** Browsers take every name under .localhost for this machine (RFC 6761 6.3). */
const HOSTS = { acme: "outreach.acme.localhost", other: "outreach.other.localhost" };
/** What the agency has at the two mail providers. */
const OAUTH = {
  "Google OAuth client id": "acme-1.apps.googleusercontent.com",
  "Microsoft OAuth client id": "7a7f2f0e-6f0c-4b7e-9d5f-acme00000001",
};

const names: Record<string, string[]> = {};

let product: Product;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
test.beforeAll(async () => {
  dns = await startDnsServer(names);
  product = await startProduct({ DNS_SERVERS: dns.address, WHITE_LABEL_TARGET: TARGET });
});
test.afterAll(async () => {
  await product.stop();
  await dns[Symbol.asyncDispose]();
});

const under = (host: string, path: string) => `http://${host}:${new URL(product.url).port}${path}`;

/** Whatever a person or a program reads of a page. */
async function expectNoProvider(page: Page): Promise<void> {
  const text = await page.locator("body").innerText();
  const head = await page.locator("head").evaluate((element) => {
    const metas = [...element.querySelectorAll("meta")].map((meta) => meta.content);
    return [document.title, ...metas].join(" ");
  });
  const names = await page
    .locator("[aria-label], [title], [alt]")
    .evaluateAll((all) =>
      all.flatMap((each) =>
        ["aria-label", "title", "alt"].map((name) => each.getAttribute(name) ?? ""),
      ),
    );
  expect([text, head, ...names].join(" "), page.url()).not.toMatch(/thaw/i);
}

async function brand(api: Api, name: string, host: string): Promise<void> {
  await api("PUT /white-label", { brand_name: name });
  await api("PUT /white-label/domain", { domain: host });
  names[host] = [TARGET];
  // One look sees the CNAME and asks for the certificate, a later one finds it.
  const looked = () => api<{ domain_state: string }>("POST /white-label/domain/check", {});
  await expect.poll(async () => (await looked()).domain_state).toBe("LIVE");
}

test("an agency's client comes in at the agency's host, sees its own campaign and no word of the provider [CLIENT-04] [CLIENT-05] [AUTH-33] [WL-01] [WL-05] [WL-07] [ROUTE-06] [ROUTE-31] [ROUTE-32] [ROUTE-33] [GUARD-04] [PERM-14] [PERM-17]", async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(240_000));
  await signUp(page, product, "ana@acme.example");
  const api = await apiOf(page);

  await test.step("the agency sets its brand and its domain", async () => {
    await go(page, `${product.url}/app/settings/whitelabelled-client`);
    // A quick user sends the second panel before the screen has read what the first has saved.
    const reading = /whitelabelled-client\.data/;
    await page.route(reading, async (route) => {
      if (route.request().method() === "GET") await new Promise((read) => setTimeout(read, 1_000));
      await route.continue();
    });
    await page.getByLabel("Brand name").fill("Acme Growth");
    for (const [label, id] of Object.entries(OAUTH)) await page.getByLabel(label).fill(id);
    await page.getByLabel("Logo", { exact: true }).setInputFiles(await drawnPicture(page));
    await expect(page.getByText("ana.png selected")).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    const domain = page.getByRole("textbox", { name: "Domain", exact: true });
    await domain.fill(HOSTS.acme);
    await page.getByRole("button", { name: "Save domain" }).click();
    await expect(page.getByText("Waiting for the CNAME")).toBeVisible();
    await page.unroute(reading);
    // What was saved stays where it was typed, and nothing is left to discard.
    await expect(page.getByRole("button", { name: "Discard" })).toBeHidden();
    await expect(domain).toHaveValue(HOSTS.acme);
    await expect(page.getByLabel("Brand name")).toHaveValue("Acme Growth");
    await expect(page.getByText("ana.png selected")).toBeHidden();
    names[HOSTS.acme] = [TARGET];
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.reload();
    for (const [label, value] of Object.entries({ ...OAUTH, "Brand name": "Acme Growth" })) {
      await expect(page.getByLabel(label)).toHaveValue(value);
    }
    await expect(domain).toHaveValue(HOSTS.acme);
  });

  await test.step("it makes a client and gives it a campaign", async () => {
    await go(page, `${product.url}/app/client-views`);
    await page.getByRole("link", { name: "New client" }).click();
    await page.getByRole("button", { name: "Create client" }).click();
    await expect(page.getByText("Enter the client's name")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Bolt");
    await page.getByLabel("Email", { exact: true }).fill("cleo@bolt.example");
    await page.getByRole("button", { name: "Create client" }).click();
    await expect(page.getByRole("heading", { name: "Bolt", level: 1 })).toBeVisible();
  });
  const client = Number(new URL(page.url()).pathname.split("/").at(-1));
  const { id } = await api<{ id: number }>("POST /campaigns", { name: "Spring for Bolt" });
  await api("POST /campaigns", { name: "Somebody else's" });
  await api(`PUT /clients/${client}/assignments`, { campaign_ids: [id] });

  await test.step("it looks at the screens as the client does", async () => {
    await go(page, `${product.url}/app/client-views/${client}`);
    await expect(page.getByRole("link", { name: "Spring for Bolt" })).toBeVisible();
    await page.getByRole("button", { name: "Preview as client" }).click();
    await expect(page.getByText("You see what Bolt sees")).toBeVisible();
    await expect(page.getByRole("link", { name: "Spring for Bolt" })).toBeVisible();
    await expect(page.getByText("Somebody else's")).toBeHidden();
    await expect(page.getByRole("link", { name: "New campaign" })).toBeHidden();
    await page.getByRole("button", { name: "Exit preview" }).click();
    await expect(page.getByRole("heading", { name: "Clients" })).toBeVisible();
  });

  await test.step("it blocks a domain for this client alone", async () => {
    await go(page, `${product.url}/app/settings/global-block-list`);
    await page.getByLabel("Addresses or domains").fill("rival.example");
    await holdsFor(page, "Bolt");
    await page.getByRole("button", { name: "Block", exact: true }).click();
    const entry = page.getByRole("row").filter({ hasText: "rival.example" });
    await expect(entry).toContainText("Bolt");
    await expect(entry).toContainText("Added by hand");
  });

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await test.step("the client accepts its invitation at the agency's host", async () => {
    const mail = await product.mailTo("cleo@bolt.example");
    expect(mail).not.toMatch(/thaw/i);
    expect(mail).toContain(`https://${HOSTS.acme}/accept-invitation`);
    const path = /https:\/\/[^/]+(\/accept-invitation\S+)/.exec(mail)?.[1] ?? "";
    await go(theirs, under(HOSTS.acme, path));
    await expectNoProvider(theirs);
    await theirs.getByLabel("Name").fill("Cleo");
    await theirs.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await theirs.getByRole("button", { name: "Join" }).click();
    await theirs.waitForURL(/\/app\/email-campaign\/all/);
  });

  await test.step("it sees what is its own, under its agency's name alone", async () => {
    await expect(theirs.getByRole("link", { name: "Spring for Bolt" })).toBeVisible();
    await expect(theirs.getByText("Somebody else's")).toBeHidden();
    await expect(theirs).toHaveTitle(/Acme Growth/);
    const pages = [
      "/app/email-campaign/all",
      "/app/email-campaign/folders",
      `/app/email-campaign/${id}/analytics`,
      "/app/leads/all",
      "/app/master-inbox",
      "/app/tasks",
      "/app/templates",
      "/app/email-accounts",
      "/app/domain-block-list",
      "/app/email-campaign/99999",
      "/app/nowhere",
    ];
    for (const path of pages) {
      await go(theirs, under(HOSTS.acme, path));
      await expectNoProvider(theirs);
    }
    await go(theirs, under(HOSTS.acme, "/app/domain-block-list"));
    await expect(theirs.getByText("rival.example")).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Block", exact: true })).toBeHidden();
    for (const path of [
      "/app/settings/profile",
      "/app/client-views",
      "/app/email-campaign/new-campaign",
      "/login",
      "/client-login",
    ]) {
      await go(theirs, under(HOSTS.acme, path));
      await expect(theirs, path).toHaveURL(/\/app\/email-campaign\/all/);
    }
  });

  await test.step("it signs out, and in again at its agency's host, not at another's", async () => {
    await theirs.getByRole("button", { name: "Cleo" }).click();
    await theirs.getByRole("menuitem", { name: "Log out" }).click();
    await theirs.waitForURL(/\/client-login/);
    const second = await (await browser.newContext()).newPage();
    await signUp(second, product, "oli@other.example");
    await brand(await apiOf(second), "Other House", HOSTS.other);
    const enter = async (host: string) => {
      await go(theirs, under(host, "/app/email-campaign/all"));
      await theirs.waitForURL(/\/client-login/);
      await expectNoProvider(theirs);
      await theirs.getByLabel("Email").fill("cleo@bolt.example");
      await theirs.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
      await theirs.getByRole("button", { name: "Log in" }).click();
    };
    await enter(HOSTS.other);
    await expect(theirs.getByText("Invalid email or password")).toBeVisible();
    await expect(theirs.getByText("Other House")).toBeVisible();
    await enter(HOSTS.acme);
    await theirs.waitForURL(/\/app\/email-campaign\/all/);
    await second.context().close();
  });

  await test.step("it chooses a new password by a mail of its agency's", async () => {
    await theirs.context().clearCookies();
    await go(theirs, under(HOSTS.acme, "/client-login"));
    await theirs.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(theirs.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await theirs.getByLabel("Email").fill("cleo@bolt.example");
    await theirs.getByRole("button", { name: "Send the link" }).click();
    await expect(theirs.getByText("a link is on its way")).toBeVisible();
    await expectNoProvider(theirs);
    const mail = await product.mailTo("cleo@bolt.example");
    expect(mail).toContain(`https://${HOSTS.acme}/reset-password`);
    const path = /https:\/\/[^/]+(\/reset-password\S+)/.exec(mail)?.[1] ?? "";
    await go(theirs, under(HOSTS.acme, path));
    await expectNoProvider(theirs);
    await theirs.getByRole("textbox", { name: "New password" }).fill("moraine-2027");
    await theirs.getByRole("button", { name: "Set password" }).click();
    await theirs.waitForURL(/\/app\/email-campaign\/all/);
  });

  await test.step("a host that is nobody's says nothing", async () => {
    const answer = await theirs.goto(under("outreach.nobody.localhost", "/login"));
    expect(answer?.status()).toBe(404);
    await expectNoProvider(theirs);
  });

  await test.step("the agency deletes the client by mistake and takes it back", async () => {
    await go(page, `${product.url}/app/client-views/${client}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Cleo deleted")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cleo" })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Cleo restored")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cleo" })).toBeVisible();
  });
  await context.close();
});
