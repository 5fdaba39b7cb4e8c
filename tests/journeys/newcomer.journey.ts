import { expect, test } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { startOidcProvider } from "../support/oidc-provider.ts";
import { tokenOf } from "./support/api.ts";
import { go } from "./support/go.ts";
import { forget, logIn } from "./support/log-in.ts";
import { type Product, startProduct } from "./support/product.ts";
import { answerQuestions, FIRST_PASSWORD, signUpAndVerify } from "./support/sign-up.ts";

const DOCUMENTS = {
  "terms of service": "https://firm.example/terms",
  "privacy policy": "https://firm.example/privacy",
};

let product: Product;
let issuer: Awaited<ReturnType<typeof startOidcProvider>>;

test.beforeAll(async () => {
  test.setTimeout(paced(240_000));
  issuer = await startOidcProvider();
  product = await startProduct({
    OIDC_ISSUERS: JSON.stringify([issuer.entry({ is_trusted: true })]),
    TERMS_URL: DOCUMENTS["terms of service"],
    PRIVACY_URL: DOCUMENTS["privacy policy"],
    ALLOW_PRIVATE_OIDC_ISSUERS: "true",
  });
});

test.afterAll(async () => {
  await product?.stop();
  await issuer?.[Symbol.asyncDispose]();
});

test("sign-up says at each field what is wrong with it and goes on once nothing is; logging in before the address is verified asks for that alone [AUTH-05] [AUTH-20]", async ({
  page,
}) => {
  const right = { "Work email": "eva@acme.example", Password: FIRST_PASSWORD };
  const wrong = [
    { field: "Name", value: "n".repeat(101), says: "A name has at most 100 characters" },
    { field: "Work email", value: "eva@gmail.com", says: /Use your work address/ },
    { field: "Password", value: "letters-only", says: /at least one letter and one digit/ },
    { field: "Referral code (optional)", value: "SW-short", says: /ten capital letters/ },
  ];
  await go(page, `${product.url}/sign-up`);
  await expect(page.getByText("Thaw", { exact: true })).toBeVisible();
  for (const [name, href] of Object.entries(DOCUMENTS)) {
    const link = page.getByRole("link", { name });
    await expect(link).toHaveAttribute("href", href);
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);
  }
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
  await logIn(page, right["Work email"], FIRST_PASSWORD);
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
  await expect(page.getByText("No account for uma@corp.example")).toBeVisible();
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

test("a newcomer answers five questions, is led to nothing else before, and finds the trial and the first steps [ONB-01] [ONB-02] [ONB-07] [ONB-10] [ROUTE-05] [ROUTE-07] [ROUTE-08] [ROUTE-11] [PLAN-08]", async ({
  page,
}) => {
  test.setTimeout(paced(180_000));
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
    await page.getByLabel("Please specify").fill("Sell ice");
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
    await asked("How did you hear about us?");
    await page.getByRole("button", { name: "Skip this question" }).click();
    await expect(page).toHaveURL(/\/app\/get-started/);
    await expect(page.getByText("0% done")).toBeVisible();
    await expect(page.getByRole("list", { name: "Steps" }).getByText("To do")).toHaveCount(4);
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

  await test.step("a colleague's account has no second trial, and says why", async () => {
    await forget(page);
    await signUpAndVerify(page, product, "max@tarn.example");
    await answerQuestions(page, { leadsTo: /\/app\/settings\/subscription/ });
    await expect(page.getByText(/Your company has used its trial/)).toBeVisible();
  });
});
