import { readFileSync } from "node:fs";
import { createClient } from "@thaw/client/thaw-client";
import { expect, type Page, test } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { go } from "./support/go.ts";
import { forget, isInside, logIn, passwordBox } from "./support/log-in.ts";
import { drawnPicture } from "./support/picture.ts";
import { type Product, startProduct } from "./support/product.ts";
import { FIRST_PASSWORD, signUp } from "./support/sign-up.ts";

const EMAIL = "ina@acme.example";
const SECOND = "frozen-Ice-2";
const THIRD = "drifting-Ice-3";

let product: Product;

test.beforeAll(async () => {
  test.setTimeout(paced(240_000));
  product = await startProduct();
});

test.afterAll(() => product?.stop());

const found = async (pattern: RegExp) => pattern.exec(await product.mailTo(EMAIL))?.[0] ?? "";
const code = async () => /code is (\d{6})/.exec(await product.mailTo(EMAIL))?.[1] ?? "";

async function logInHere(page: Page, password: string) {
  await go(page, `${product.url}/login`);
  await logIn(page, EMAIL, password);
}

test("a person who has only the mailbox signs in by link, reset and code, and ends other sessions [AUTH-03] [AUTH-04] [AUTH-09] [AUTH-24] [AUTH-29] [AUTH-35] [API-11] [ROUTE-02] [ROUTE-03] [ROUTE-04] [PERS-10]", async ({
  page,
  browser,
}) => {
  test.setTimeout(paced(300_000));
  await signUp(page, product, EMAIL);

  await test.step("a verified user who logs in holds the token in a cookie", async () => {
    await forget(page);
    await logInHere(page, FIRST_PASSWORD);
    await isInside(page);
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === "thaw_session");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(session?.value).toMatch(/^ey/);
  });

  await test.step("a magic link logs in once", async () => {
    await forget(page);
    await go(page, `${product.url}/login`);
    await page.getByRole("link", { name: "Email me a login link" }).click();
    await expect(page.getByRole("heading", { name: "Log in without a password" })).toBeVisible();
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(/If we know this address/)).toBeVisible();
    const link = await found(/https?:\/\/\S+email-magic-link\?token=[\w-]+/);
    await go(page, link);
    await isInside(page);
    await forget(page);
    await go(page, link);
    await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  });

  await test.step("a reset link sets a new password and ends signed in", async () => {
    await go(page, `${product.url}/login`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(/If we know this address/)).toBeVisible();
    await go(page, await found(/https?:\/\/\S+reset-password\?uuid=[\w-]+/));
    await passwordBox(page, "New password").fill("short");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText(/8 to 128 characters/).first()).toBeVisible();
    await passwordBox(page, "New password").fill(SECOND);
    await page.getByRole("button", { name: "Set password" }).click();
    await isInside(page);
  });

  await test.step("another browser is signed in, and the first one ends its session", async () => {
    const other = await (await browser.newContext()).newPage();
    await logInHere(other, SECOND);
    await isInside(other);
    await page.getByRole("button", { name: "Ana Ice" }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Security" }).click();
    await expect(page.getByRole("row")).toHaveCount(3);
    await page.getByRole("button", { name: "Log out everywhere else" }).click();
    await expect(page.getByRole("row")).toHaveCount(2);
    await go(other, `${product.url}/app/email-campaign/all`);
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
  });

  await test.step("a new password needs the current one", async () => {
    await passwordBox(page, "Current password").fill(FIRST_PASSWORD);
    await passwordBox(page, "New password").fill(THIRD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Invalid password")).toBeVisible();
    await passwordBox(page, "Current password").fill(SECOND);
    await passwordBox(page, "New password").fill(THIRD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed")).toBeVisible();
  });

  await test.step("the profile takes a picture, cropped to a square, and gives it up again", async () => {
    await page.getByRole("link", { name: "Profile" }).click();
    const choose = page.getByLabel("Choose picture").last();
    await choose.setInputFiles({ ...(await drawnPicture(page)), mimeType: "image/svg+xml" });
    await expect(page.getByText("This file is not an image")).toBeVisible();
    await choose.setInputFiles(await drawnPicture(page));
    await expect(page.getByTestId("container")).toBeVisible();
    await page.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
    await page.getByRole("button", { name: "Save picture" }).click();
    await expect(page.getByText("Picture saved")).toBeVisible();
    await page.reload();
    const shown = page.getByRole("main").locator("img[src*='/file/']");
    await expect(shown).toHaveJSProperty("naturalWidth", 512);
    await expect(shown).toHaveJSProperty("naturalHeight", 512);
    await expect(page.getByRole("button", { name: "Ana Ice" }).locator("img")).toBeVisible();
    const picture = (await shown.getAttribute("src")) ?? "";
    expect((await fetch(picture)).status).toBe(200);
    await page.getByRole("button", { name: "Remove picture" }).click();
    await expect(page.getByText("Picture removed")).toBeVisible();
    expect((await fetch(picture)).status).toBe(404);
    await page.getByRole("link", { name: "Security" }).click();
  });

  await test.step("the profile makes an API key, and another in its place", async () => {
    await page.getByRole("link", { name: "Profile" }).click();
    const keys: string[] = [];
    for (const round of [1, 2]) {
      await page.getByRole("button", { name: "Create new key" }).click();
      const key = page.getByLabel("API key").filter({ hasNotText: keys[0] ?? "none yet" });
      await expect(key).toHaveText(/^[0-9a-f]{40}$/);
      keys.push((await key.textContent()) ?? "");
      expect(keys).toHaveLength(round);
    }
    const answerTo = (apiKey = "") =>
      createClient({ origin: product.url, apiKey }).main.get("/api/campaigns");
    expect(await answerTo(keys[0])).toMatchObject({ ok: false, status: 401 });
    expect(await answerTo(keys[1])).toMatchObject({ ok: true, data: [] });
  });

  await test.step("the reference hands out the client that this journey calls the API with", async () => {
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("link", { name: "Read the API reference" }).click();
    await page.getByText("TypeScript client", { exact: true }).click();
    const downloaded = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download thaw-client.ts" }).click();
    const file = await (await downloaded).path();
    const source = readFileSync("packages/client/src/thaw-client.ts", "utf8");
    expect(readFileSync(file, "utf8")).toBe(source);
    await page.getByRole("link", { name: "Security" }).click();
  });

  await test.step("two-step login is turned on", async () => {
    // The page before this one asks for the password as well.
    const panel = page.locator("#two-step");
    await panel.getByRole("textbox", { name: "Password", exact: true }).fill(THIRD);
    await panel.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByText("Two-step login is on")).toBeVisible();
  });

  await test.step("then logging in takes the mailed code", async () => {
    await forget(page);
    await logInHere(page, THIRD);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    const right = await code();
    await page.getByLabel("Code").fill(right === "111111" ? "222222" : "111111");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("This code is wrong or has expired")).toBeVisible();
    await page.getByRole("button", { name: "Resend code" }).click();
    await expect(page.getByText(/A new code is on its way/)).toBeVisible();
    await page.getByLabel("Code").fill(await code());
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await isInside(page);
  });

  await test.step("the browser has kept nothing of what was typed in secret", async () => {
    const secrets = [FIRST_PASSWORD, SECOND, THIRD, await code(), "mailbox-Secret-9"];
    await go(page, `${product.url}/app/email-accounts/new`);
    await page.getByRole("textbox", { name: "App password" }).fill("mailbox-Secret-9");
    await page.getByRole("button", { name: "Test and connect" }).click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    await go(page, `${product.url}/app/email-campaign/all`);
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((store) => Object.entries(store)).join("\n"),
    );
    const cookies = JSON.stringify(await page.context().cookies());
    for (const secret of secrets) expect([kept, cookies].join("")).not.toContain(secret);
  });
});

test("someone joins by an invitation, and what they may do changes on the page that they have open [TEAM-04] [SESS-02] [SESS-08] [GUARD-06]", async ({
  page,
  browser,
}) => {
  const TEAM = `${product.url}/app/settings/team-members`;
  const BO = "bo@cirque.example";
  await signUp(page, product, "olga@cirque.example");

  await go(page, TEAM);
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("Email").fill(BO);
  await page.getByLabel("Admin").check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`${BO} is invited`)).toBeVisible();
  await expect(page.getByRole("row", { name: BO })).toContainText("Invited");

  const link = /https?:\/\/\S+accept-invitation\?uuid=[\w-]+/.exec(await product.mailTo(BO))?.[0];
  const other = await browser.newPage();
  await go(other, link ?? "");
  await expect(other.getByText(BO)).toBeVisible();
  await other.getByLabel("Name").fill("Bo Berg");
  await passwordBox(other, "Password").fill(SECOND);
  await other.getByRole("button", { name: "Join" }).click();
  await isInside(other);
  await go(other, TEAM);
  await expect(other.getByRole("row", { name: BO })).toContainText("Active");

  await page.reload();
  await page.getByRole("textbox", { name: "Role of Bo Berg" }).click();
  await page.getByRole("option", { name: "View only" }).click();
  await expect(page.getByText("Role of Bo Berg changed")).toBeVisible();
  await expect(other).toHaveURL(/\/app\/settings\/profile/, { timeout: paced(5_000) });
  await expect(other.getByText("View only")).toBeVisible();
  await expect(other.getByRole("link", { name: "Team" })).toHaveCount(0);

  await page.getByRole("button", { name: "Deactivate Bo Berg" }).click();
  const dialog = other.getByRole("dialog", { name: /session/i });
  await expect(dialog).toBeVisible({ timeout: paced(5_000) });
  await dialog.getByRole("button", { name: "Okay" }).click();
  await expect(other).toHaveURL(/\/login/);
  await other.close();

  await go(page, `${product.url}/app/settings/activity`);
  await expect(page.getByRole("row", { name: /Deactivated/ })).toContainText(BO);
  await expect(page.getByRole("row", { name: /Changed the role/ })).toContainText(
    "Admin → View only",
  );
});

test("a passkey logs in without address, password or code, until it is removed", async ({
  page,
}) => {
  test.setTimeout(paced(120_000));
  // WebAuthn knows names alone, and the machine's own address has one.
  const site = product.url.replace("127.0.0.1", "localhost");
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signUp(page, product, "kay@esker.example");
  await go(page, `${product.url}/app/settings/security`);
  const there = page.getByRole("link", { name: "open it there" });
  await go(page, (await there.getAttribute("href")) ?? "");
  await logIn(page, "kay@esker.example", FIRST_PASSWORD);
  await expect(page).toHaveURL(`${site}/app/settings/security`);

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByRole("row", { name: /Laptop/ })).toContainText("Never");
  await page.getByRole("button", { name: "Rename Laptop" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Work laptop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Work laptop/ })).toBeVisible();

  const enter = async () => {
    await forget(page);
    await go(page, `${site}/login?next=${encodeURIComponent("/app/settings/security")}`);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
  };
  await enter();
  await expect(page).toHaveURL(`${site}/app/settings/security`);
  await expect(page.getByRole("row", { name: /Work laptop/ })).not.toContainText("Never");

  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText(/Log in with your fingerprint/)).toBeVisible();
  await enter();
  await expect(page.getByText("This passkey does not open an account here")).toBeVisible();
});
