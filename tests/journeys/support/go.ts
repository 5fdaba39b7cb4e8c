import type { Page } from "playwright/test";

/** Opens an address and waits until the page answers to its user. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    // React marks what it has taken over, and puts what listens to the user in place after that. Parts whose code is still on
    // its way come later than the rest.
    const isTakenOver = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber"));
    const controls = document.querySelectorAll(":is(input, textarea, button):not([aria-hidden])");
    return (
      [document.body, ...controls].every(isTakenOver) &&
      new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 500 }))
    );
  });
}
