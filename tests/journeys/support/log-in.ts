import { expect, type Page } from "playwright/test";

export const passwordBox = (page: Page, name: string) =>
  page.getByRole("textbox", { name, exact: true });

/** Fills the form of the page that is open, and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await passwordBox(page, "Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** As a browser that has never been here. */
export async function forget(page: Page): Promise<void> {
  await page.context().clearCookies();
}

export const isInside = (page: Page) => expect(page).toHaveURL(/\/app\/email-campaign/);
