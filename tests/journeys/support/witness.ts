import type { Page, TestInfo } from "playwright/test";

const TOAST = ".mantine-Notification-root";

/**
 * What the picture of a failure does not show: what toasts said before they went, requests without an answer or with a
 * failing one, and errors of the page. Written out when the test fails.
 */
export async function witness(page: Page, run: () => Promise<void>, info: TestInfo): Promise<void> {
  const seen: string[] = [];
  const startedAt = performance.now();
  const note = (what: string) =>
    seen.push(`${((performance.now() - startedAt) / 1000).toFixed(1)} s ${what}`);
  page.on("console", (said) => {
    if (said.type() === "error" || said.text().startsWith("toast:")) note(said.text());
  });
  page.on("pageerror", (error) => note(String(error)));
  page.on("requestfailed", (request) =>
    note(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  page.on("response", (response) => {
    if (response.request().method() === "POST" || response.status() >= 500) {
      note(`${response.request().method()} ${response.url()}: ${response.status()}`);
    }
  });
  await page.addInitScript((toast) => {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const shown = node.matches(toast) ? node : node.querySelector(toast);
        // This is how the test hears of it.
        if (shown) console.debug(`toast: ${shown.textContent}`);
      }
    }).observe(document, { childList: true, subtree: true });
  }, TOAST);
  await run();
  if (info.status !== info.expectedStatus) console.log(seen.slice(-40).join("\n"));
}
