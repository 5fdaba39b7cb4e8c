import { expect, type Page } from "playwright/test";
import { go } from "./go.ts";
import type { Product } from "./product.ts";

export const FIRST_PASSWORD = "melting-Ice-1";

/**
 * Signs up, verifies the address by the mailed link and answers the first questions. Ends inside the product. Each address is at
 * a company of its own in its product: a trial is given to each once.
 */
export async function signUp(page: Page, product: Product, email: string): Promise<void> {
  await signUpAndVerify(page, product, email);
  await answerQuestions(page);
}

/** Ends at the first question. */
export async function signUpAndVerify(page: Page, product: Product, email: string): Promise<void> {
  await go(page, `${product.url}/sign-up`);
  await page.getByLabel("Name", { exact: true }).fill("Ana Ice");
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(FIRST_PASSWORD);
  await page.getByLabel(/I accept the terms/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  const link = /https?:\/\/\S+verify-account\?uuid=[\w-]+/.exec(await product.mailTo(email))?.[0];
  await go(page, link ?? "");
  await expect(page).toHaveURL(/\/app\/onboarding/);
}

/** Each question leads to the next; the last is skipped, and then there is a trial or a plan to choose. */
export async function answerQuestions(
  page: Page,
  { leadsTo = /\/app\/get-started/ }: { leadsTo?: RegExp } = {},
): Promise<void> {
  const answers = ["Book meetings", "Software", "Expert", "Solo founder"];
  for (const [index, answer] of answers.entries()) {
    await expect(page.getByText(`Question ${index + 1} of 5`)).toBeVisible();
    await page.getByLabel(answer, { exact: true }).check();
    await page.getByRole("button", { name: "Next" }).click();
  }
  await page.getByRole("button", { name: "Skip this question" }).click();
  await expect(page).toHaveURL(leadsTo);
}
