import { type BrowserContext, expect, type Locator, type Page, type Route } from "playwright/test";
import { type Api, apiOf, copyOfDraft } from "./support/api.ts";
import { enterDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

const NEW_VERSION = "Hey! We've just pushed up an updated version. Click Ok to load it";
const UNANSWERED = "The API encountered an issue. Please try again later.";
const GONE = "Your session has expired. Please login again.";

test.beforeEach(({ page, demo }) => enterDemo(page, demo));

test("Pieces of a screen that cannot be loaded offer the new version, and accepting loads it [ERR-01]", async ({
  page,
}) => {
  await offersNewVersion(page, (route) => route.abort());
});

test("Pieces of a screen that turn out to be a page of HTML offer the new version [ERR-02]", async ({
  page,
}) => {
  const html = { contentType: "text/javascript", body: "<!doctype html><title>Thaw</title>" };
  await offersNewVersion(page, (route) => route.fulfill(html));
});

test("A step of the wizard that does not arrive can be tried again in its place", async ({
  page,
}) => {
  const id = await copyOfDraft(await apiOf(page), "Half there");
  page.on("dialog", (dialog) => dialog.dismiss());
  await page.route(/\/assets\/review-step-/, (route) => route.abort());
  await go(page, `/app/email-campaign/new-campaign?id=${id}&step=setup`);
  await page.getByRole("button", { name: "Next: Review" }).click();
  await expect(page.getByRole("alert")).toContainText("Part of this page could not be loaded");
  await expect(page.getByRole("textbox", { name: "Campaign name" })).toHaveValue("Half there");
  await page.unroute(/\/assets\/review-step-/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Go to Leads" })).toBeVisible();
});

test("The page of a missing address opens the search, and the navigation leads on from it", async ({
  page,
}) => {
  await go(page, "/app/nowhere");
  await page.getByRole("button", { name: "Search for it" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("navigation").getByRole("link", { name: "Templates" }).click();
  await expect(page.getByRole("heading", { name: "Templates", exact: true })).toBeVisible();
});

test("A refusal that no field of the screen explains is a toast at the top right in the server's words [ERR-04]", async ({
  page,
}) => {
  await startCampaign(await apiOf(page), "Gone bad");
  await go(page, "/app/email-campaign/all");
  // A row that has gone bad: the server refuses a field that the list does not show.
  await page.route("**/app/email-campaign/all.data*", (route) => {
    const sent = route.request().postData();
    return route.continue(
      sent ? { postData: sent.replace(/campaign_id=\d+/, "campaign_id=0") } : {},
    );
  });
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Pause Gone bad" }).click(),
  ]);
  expect(answer.status()).toBe(400);
  const toast = page.getByRole("alert");
  await expect(toast).toContainText(/was not changed/);
  const text = (await toast.locator(".mantine-Notification-description").innerText()).trim();
  expect(text.length).toBeGreaterThan(5);
  expect(await answer.text()).toContain(text);
  const box = await toast.boundingBox();
  expect(box?.y).toBeLessThan(200);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_300);
});

test("A form sent without a connection says so and keeps what was typed [ERR-08]", async ({
  page,
  context,
}) => {
  await openSender(page);
  const name = page.getByLabel("Sender name");
  await name.fill("Clara without a line");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(UNANSWERED);
  await expect(name).toHaveValue("Clara without a line");
});

test("Without a connection a click and a reply keep the screen, and both go on by themselves once there is one", async ({
  page,
  context,
}) => {
  const reply = await holdReply(page, context, "Thursday at ten suits me.");
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByText("You are offline")).toBeVisible();
  await expect(reply).toHaveValue("Thursday at ten suits me.");
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(/your reply will be sent/i).first()).toBeVisible();
  await expect(page).toHaveURL(/\/app\/tasks/);
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
});

test("A reply written without a connection waits until the server answers, and is sent though its screen was left meanwhile", async ({
  page,
  context,
}) => {
  await holdReply(page, context, "Friday suits me too.");
  let isReachable = false;
  let probes = 0;
  await page.route("**/favicon.svg", (route) => {
    probes++;
    return isReachable ? route.continue() : route.abort();
  });
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/app/master-inbox/")) posts++;
  });
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
  await expect.poll(() => probes).toBeGreaterThan(1);
  expect(posts).toBe(0);
  isReachable = true;
  await expect(page.getByText(/your reply will be sent/i).first()).toBeVisible();
  expect(posts).toBe(1);
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Reply", exact: true })).toHaveValue("");
});

test("A reply that is changed while it waits for a connection is not sent", async ({
  page,
  context,
}) => {
  const reply = await holdReply(page, context, "Monday suits me.");
  await reply.fill("Monday suits me, at ten.");
  await expect(page.getByText("Sends when you are back online")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await expect(reply).toHaveValue("Monday suits me, at ten.");
  await expect(page.getByText(/your reply will be sent/i)).toHaveCount(0);
});

/** Sends a reply of the first conversation while there is no connection. */
async function holdReply(page: Page, context: BrowserContext, text: string): Promise<Locator> {
  await go(page, "/app/master-inbox");
  await page.locator(".inbox-row").first().click();
  const reply = page.getByRole("textbox", { name: "Reply", exact: true });
  await reply.fill(text);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Sends when you are back online")).toBeVisible();
  return reply;
}

test("A form sent after the session has ended keeps what was typed behind the session's dialog [ERR-08] [SESS-05]", async ({
  page,
  context,
}) => {
  await openSender(page);
  await page.getByLabel("Sender name").fill("Clara of yesterday");
  await context.clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog", { name: "Session Expired" })).toBeVisible();
  await expect(page.locator("input[name=from_name]")).toHaveValue("Clara of yesterday");
});

test("A session that ends says so once, in a dialog that cannot be put aside, and leads to the login [SESS-04] [SESS-05] [SESS-06]", async ({
  page,
  context,
}) => {
  await openSender(page);
  await page.evaluate(() => {
    window.sessionStorage.setItem("draft", "words");
    window.localStorage.setItem("draft", "words");
  });
  await context.clearCookies();
  await page.evaluate(() =>
    Promise.all(Array.from({ length: 5 }, () => fetch("/app/realtime-ticket"))),
  );
  const dialog = page.getByRole("dialog", { name: "Session Expired" });
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toContainText(GONE);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Okay" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fapp%2Femail-account/);
  const drafts = () => [sessionStorage.getItem("draft"), localStorage.getItem("draft")];
  expect(await page.evaluate(drafts)).toEqual([null, null]);
});

test("The session's dialog comes with 401 and with an answer that says so, in the server's words where it has some [SESS-03]", async ({
  page,
}) => {
  await go(page, "/app/email-campaign/all");
  const answer = { status: 403, json: { message: "Your SESSION EXPIRED while you were away" } };
  await page.route("**/app/realtime-ticket", (route) => route.fulfill(answer));
  await page.evaluate(() => fetch("/app/realtime-ticket"));
  const dialog = page.getByRole("dialog", { name: "Session Expired" });
  await expect(dialog).toContainText(answer.json.message);

  await page.unroute("**/app/realtime-ticket");
  await go(page, "/app/email-campaign/all");
  await page.route("**/app/realtime-ticket", (route) => route.fulfill({ status: 401, body: "" }));
  await page.evaluate(() => fetch("/app/realtime-ticket"));
  await expect(dialog).toContainText(GONE);
});

/** Goes to another screen whose code is not there as it should be. */
async function offersNewVersion(page: Page, spoil: (route: Route) => Promise<void>): Promise<void> {
  let isGone = true;
  await page.route(
    ({ pathname }) => /^\/assets\/.+\.js$/.test(pathname),
    (route) => (isGone ? spoil(route) : route.continue()),
  );
  const asked = page.waitForEvent("dialog");
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  const dialog = await asked;
  expect(dialog.type()).toBe("confirm");
  expect(dialog.message()).toBe(NEW_VERSION);
  isGone = false;
  const loaded = page.waitForEvent("load");
  await dialog.accept();
  await loaded;
}

async function startCampaign(api: Api, name: string): Promise<void> {
  const id = await copyOfDraft(api, name);
  const leads = [{ email: "row@bad.example", custom_fields: { role: "Cook" } }];
  await api(`POST /campaigns/${id}/leads`, { leads });
  await api(`POST /campaigns/${id}/start`);
}

async function openSender(page: Page): Promise<void> {
  await go(page, "/app/email-accounts");
  await page.getByRole("link", { name: "clara@" }).click();
  await page.getByRole("link", { name: "General" }).click();
  await expect(page.getByLabel("Sender name")).toBeVisible();
}
