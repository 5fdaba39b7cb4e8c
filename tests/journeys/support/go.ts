import type { Page } from "playwright/test";

/** Opens an address and waits until the page answers to its user. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    // React marks what it has taken over, and puts what listens to the user in place after that.
    const isTakenOver = Object.keys(document.body).some((key) => key.startsWith("__reactFiber"));
    return (
      isTakenOver &&
      new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 500 }))
    );
  });
}
