import axe from "axe-core";
import type { Page } from "playwright/test";

const ON = { enabled: true };
const OFF = { enabled: false };
/** Rules of WCAG 2.2 that axe leaves out unless asked; menus stand at the end of the document, outside its landmarks. */
const EVERY_RULE = {
  rules: { region: OFF, "label-content-name-mismatch": ON, "target-size": ON },
};

/** What axe finds on the page as it stands, by these rules or by every rule. */
export async function scan(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Reading axe costs more than most of its rules: a document takes it once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options = {
    ...(rules ? { runOnly: { type: "rule" as const, values: [...rules] } } : EVERY_RULE),
    // What it has found to be right, it would describe node by node.
    resultTypes: ["violations" as const],
    // A mail is someone else's page, in a frame where nothing runs.
    iframes: false,
    preload: false,
  };
  const violations = await page.evaluate(async (given) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: ["iframe"] },
      given,
    );
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, any }) => `${target.join(" ")} ${any[0]?.message ?? ""}`),
    }));
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.join(" | ")}`);
}
