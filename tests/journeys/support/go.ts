import type { Page } from "playwright/test";

/** Opens an address and waits until the page answers to its user. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // React marks what it has taken over.
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith("__reactFiber")),
  );
}
