import type { Page } from "playwright/test";

/** Chooses on the block list whose campaigns new entries hold for: a client by its name, or "Whole account". */
export async function holdsFor(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Which campaigns they apply to" }).click();
  await page.getByRole("option", { name, exact: true }).click();
}
