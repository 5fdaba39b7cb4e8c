import { expect, type Page, test } from "playwright/test";
import { startOidcProvider } from "../support/oidc-provider.ts";
import { tokenOf } from "./support/api.ts";
import { go } from "./support/go.ts";
import { drawnPicture } from "./support/picture.ts";
import { type Product, startProduct } from "./support/product.ts";
import { answerQuestions, signUp, signUpAndVerify } from "./support/sign-up.ts";

const EMAIL = "ina@acme.example";
const FIRST = "melting-Ice-1";
const SECOND = "frozen-Ice-2";
const THIRD = "drifting-Ice-3";

let product: Product;
let issuer: Awaited<ReturnType<typeof startOidcProvider>>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  issuer = await startOidcProvider();
  product = await startProduct({
    OIDC_ISSUERS: JSON.stringify([issuer.entry({ is_trusted: true })]),
    ALLOW_PRIVATE_OIDC_ISSUERS: "true",
  });
});

test.afterAll(async () => {
  await product?.stop();
  await issuer?.[Symbol.asyncDispose]();
});

const passwordBox = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function logIn(page: Page, password: string) {
  await go(page, `${product.url}/login`);
  await page.getByLabel("Email").fill(EMAIL);
  await passwordBox(page, "Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

async function forget(page: Page) {
  await page.context().clearCookies();
}

const isInside = (page: Page) => expect(page).toHaveURL(/\/app\/email-campaign/);
const found = async (pattern: RegExp) => pattern.exec(await product.mailTo(EMAIL))?.[0] ?? "";
const code = async () => /code is (\d{6})/.exec(await product.mailTo(EMAIL))?.[1] ?? "";

test("sign-up says at each field what is wrong with it and goes on once nothing is; logging in before the address is verified asks for that alone [AUTH-05] [AUTH-20]", async ({
  page,
}) => {
  const right = { "Work email": "eva@acme.example", Password: FIRST };
  const wrong = [
    { field: "Name", value: "n".repeat(101), says: "A name has at most 100 characters" },
    { field: "Work email", value: "eva@gmail.com", says: /Use your work address/ },
    { field: "Password", value: "letters-only", says: /at least one letter and one digit/ },
    { field: "Referral code (optional)", value: "SW-short", says: /ten capital letters/ },
  ];
  await go(page, `${product.url}/sign-up`);
  const box = (name: string) => page.getByRole("textbox", { name, exact: true });
  const send = () => page.getByRole("button", { name: "Create account" }).click();
  await send();
  for (const message of ["Enter your name", "Accept the terms to go on"]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  for (const { field, value } of wrong) await box(field).fill(value);
  await send();
  for (const { field, says } of wrong) {
    await expect(page.getByRole("alert").filter({ hasText: says })).toBeVisible();
    await expect(box(field)).toHaveAttribute("aria-invalid", "true");
  }
  await box("Name").fill("n".repeat(100));
  for (const [field, value] of Object.entries(right)) await box(field).fill(value);
  await box("Referral code (optional)").fill("");
  await send();
  await expect(page.getByText("Accept the terms to go on")).toBeVisible();
  await page.getByLabel(/I accept the terms/).check();
  await send();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();

  await go(page, `${product.url}/login`);
  await page.getByLabel("Email").fill(right["Work email"]);
  await passwordBox(page, "Password").fill(FIRST);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByText(/is not verified yet/)).toBeVisible();
  expect(await tokenOf(page)).toBeUndefined();
});

test("a newcomer signs up by an issuer, comes in by it again where they wanted to go, and cannot unlink their only way in", async ({
  page,
}) => {
  issuer.welcome({ sub: "1", email: "uma@corp.example", email_verified: true, name: "Uma" });
  const comeIn = () => page.getByRole("link", { name: "Continue with Corp" }).click();
  await go(page, `${product.url}/sign-up`);
  await comeIn();
  await expect(page.getByText("There is no account for uma@corp.example yet")).toBeVisible();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Accept the terms to go on")).toBeVisible();
  await page.getByLabel(/I accept the terms/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/app\/onboarding/);
  await answerQuestions(page);
  await forget(page);

  await go(page, `${product.url}/app/settings/security`);
  await page.waitForURL(/\/login\?next=/);
  await comeIn();
  await page.waitForURL(/\/app\/settings\/security/);
  await page.getByRole("button", { name: "Unlink Corp" }).click();
  await expect(page.getByText("This is your only way in")).toBeVisible();
  await go(page, `${product.url}/oidc/corp/callback?code=x&state=x`);
  await expect(page.getByText("This sign-in has expired or was used already")).toBeVisible();
});

test("a newcomer answers five questions, is led to nothing else before, and finds the trial and the first steps [ONB-01] [ONB-02] [ONB-07] [ONB-10] [ROUTE-05] [ROUTE-07] [ROUTE-08] [ROUTE-11] [PLAN-08] [PLAN-25]", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const next = () => page.getByRole("button", { name: "Next" }).click();
  const asked = (question: string) =>
    expect(page.getByRole("heading", { name: question })).toBeVisible();
  const open = (path: string) => go(page, `${product.url}${path}`);

  await open("/app/leads/all");
  await expect(page).toHaveURL(/\/login\?next=/);
  await open(`/verify-account?uuid=${crypto.randomUUID()}`);
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await signUpAndVerify(page, product, "nia@tarn.example");

  await test.step("every page leads to the question that comes next", async () => {
    await open("/app/settings/subscription");
    await expect(page).toHaveURL(/\/app\/onboarding$/);
    await next();
    await expect(page.getByText("Choose at least one")).toBeVisible();
    await page.getByLabel("Book meetings").check();
    await page.getByLabel("Other").check();
    await next();
    await expect(page.getByText("Say it in a few words")).toBeVisible();
    await page.getByLabel("In a few words").fill("Sell ice");
    await next();
    await asked("Your industry");
    await page.getByLabel("Education").check();
    await next();
    await asked("Your experience with cold email");
    await open("/app/email-campaign/all");
    await asked("Your experience with cold email");
    await expect(page.getByText("Question 3 of 5")).toBeVisible();
  });

  await test.step("an answer can be looked at again, and the last question skipped", async () => {
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page.getByLabel("Education")).toBeChecked();
    await next();
    await page.getByLabel("Beginner").check();
    await next();
    await asked("What describes you?");
    await next();
    await expect(page.getByText("Choose one")).toBeVisible();
    await page.getByLabel("Freelancer").check();
    await next();
    await asked("How did you hear of us?");
    await page.getByRole("button", { name: "Skip this question" }).click();
    await expect(page).toHaveURL(/\/app\/get-started/);
    await expect(page.getByText("0 % done")).toBeVisible();
    await expect(page.getByRole("list", { name: "What to do" }).getByText("To do")).toHaveCount(4);
  });

  await test.step("the questions and the login are over, the trial has begun", async () => {
    await open("/app/onboarding");
    await expect(page).toHaveURL(/\/app\/get-started/);
    await open("/app/settings/subscription");
    await expect(page.getByText(/11 days 23 hours left/)).toBeVisible();
    await expect(page.getByText("0 of 1,250")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeVisible();
    await page.getByText("Yearly", { exact: true }).click();
    await expect(page.getByText("$396 a year")).toBeVisible();
  });
});

test("somebody who has nothing but the mailbox gets in by link, reset and code, and shuts others out [AUTH-03] [AUTH-04] [AUTH-09] [AUTH-24] [AUTH-29] [AUTH-35] [API-11] [ROUTE-02] [ROUTE-03] [ROUTE-04] [PERS-10]", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await signUp(page, product, EMAIL);

  await test.step("a verified user who logs in holds the token in a cookie", async () => {
    await forget(page);
    await logIn(page, FIRST);
    await isInside(page);
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === "thaw_session");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(session?.value).toMatch(/^ey/);
  });

  await test.step("a magic link logs in once", async () => {
    await forget(page);
    await go(page, `${product.url}/login`);
    await page.getByRole("link", { name: "Log in by a mailed link" }).click();
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
    await page.getByRole("button", { name: "Set the password" }).click();
    await expect(page.getByText(/8 to 128 characters/).first()).toBeVisible();
    await passwordBox(page, "New password").fill(SECOND);
    await page.getByRole("button", { name: "Set the password" }).click();
    await isInside(page);
  });

  await test.step("another browser is signed in, and the first one ends its session", async () => {
    const other = await (await browser.newContext()).newPage();
    await logIn(other, SECOND);
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
    await passwordBox(page, "Current password").fill(FIRST);
    await passwordBox(page, "New password").fill(THIRD);
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect(page.getByText("Invalid password")).toBeVisible();
    await passwordBox(page, "Current password").fill(SECOND);
    await passwordBox(page, "New password").fill(THIRD);
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect(page.getByText("Your password is changed")).toBeVisible();
  });

  await test.step("the profile takes a picture, cropped to a square, and gives it up again", async () => {
    await page.getByRole("link", { name: "Profile" }).click();
    const choose = page.getByLabel("Choose a picture").last();
    await choose.setInputFiles({ ...(await drawnPicture(page)), mimeType: "image/svg+xml" });
    await expect(page.getByText("This file cannot be read as an image")).toBeVisible();
    await choose.setInputFiles(await drawnPicture(page));
    await expect(page.getByTestId("container")).toBeVisible();
    await page.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
    await page.getByRole("button", { name: "Save the picture" }).click();
    await expect(page.getByText("Your picture is saved")).toBeVisible();
    await page.reload();
    const shown = page.getByRole("main").locator("img[src*='/file/']");
    await expect(shown).toHaveJSProperty("naturalWidth", 512);
    await expect(shown).toHaveJSProperty("naturalHeight", 512);
    await expect(page.getByRole("button", { name: "Ana Ice" }).locator("img")).toBeVisible();
    const picture = (await shown.getAttribute("src")) ?? "";
    expect((await fetch(picture)).status).toBe(200);
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await expect(page.getByText("Your picture is removed")).toBeVisible();
    expect((await fetch(picture)).status).toBe(404);
    await page.getByRole("link", { name: "Security" }).click();
  });

  await test.step("the profile makes an API key, and another in its place", async () => {
    await page.getByRole("link", { name: "Profile" }).click();
    const keys: string[] = [];
    for (const round of [1, 2]) {
      await page.getByRole("button", { name: "Make a new key" }).click();
      const key = page.getByLabel("API key").filter({ hasNotText: keys[0] ?? "none yet" });
      await expect(key).toHaveText(/^[0-9a-f]{40}$/);
      keys.push((await key.textContent()) ?? "");
      expect(keys).toHaveLength(round);
    }
    const statusOf = async (key = "") =>
      (await fetch(`${product.url}/api/campaigns`, { headers: { "x-api-key": key } })).status;
    expect([await statusOf(keys[0]), await statusOf(keys[1])]).toEqual([401, 200]);
    await page.getByRole("link", { name: "Security" }).click();
  });

  await test.step("two-step login is turned on", async () => {
    // The page before this one asks for the password as well.
    const panel = page.locator("#two-step");
    await panel.getByRole("textbox", { name: "Password", exact: true }).fill(THIRD);
    await panel.getByRole("button", { name: "Turn it on" }).click();
    await expect(page.getByText("Two-step login is on")).toBeVisible();
  });

  await test.step("then logging in takes the mailed code", async () => {
    await forget(page);
    await logIn(page, THIRD);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    const right = await code();
    await page.getByLabel("Code").fill(right === "111111" ? "222222" : "111111");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("This code is wrong or has expired")).toBeVisible();
    await page.getByRole("button", { name: "Send a new code" }).click();
    await expect(page.getByText(/A new code is on its way/)).toBeVisible();
    await page.getByLabel("Code").fill(await code());
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await isInside(page);
  });

  await test.step("the browser has kept nothing of what was typed in secret", async () => {
    const secrets = [FIRST, SECOND, THIRD, await code(), "mailbox-Secret-9"];
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

test("somebody joins by an invitation, and what they may do changes on the page that they have open [TEAM-04] [SESS-02] [SESS-08] [GUARD-06]", async ({
  page,
  browser,
}) => {
  const TEAM = `${product.url}/app/settings/team-members`;
  const BO = "bo@cirque.example";
  await signUp(page, product, "olga@cirque.example");

  await go(page, TEAM);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Email").fill(BO);
  await page.getByLabel("Admin").check();
  await page.getByRole("button", { name: "Send the invitation" }).click();
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
  await expect(page.getByText("Bo Berg has another role now")).toBeVisible();
  await expect(other).toHaveURL(/\/app\/settings\/profile/, { timeout: 5_000 });
  await expect(other.getByText("View only")).toBeVisible();
  await expect(other.getByRole("link", { name: "Team" })).toHaveCount(0);

  await page.getByRole("button", { name: "Deactivate Bo Berg" }).click();
  const dialog = other.getByRole("dialog", { name: /session/i });
  await expect(dialog).toBeVisible({ timeout: 5_000 });
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
  test.setTimeout(120_000);
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
  await page.getByLabel("Email").fill("kay@esker.example");
  await passwordBox(page, "Password").fill(FIRST);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(`${site}/app/settings/security`);

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Make the passkey" }).click();
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
  await expect(page.getByText(/A passkey logs you in/)).toBeVisible();
  await enter();
  await expect(page.getByText("This passkey does not open an account here")).toBeVisible();
});
