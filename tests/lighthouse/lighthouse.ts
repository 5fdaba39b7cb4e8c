/**
 * `npm run lighthouse`: what Lighthouse gives the product's busiest screens, with the demo world's data, in all four groups.
 * Needs Chromium, and the registry once: Lighthouse is fetched when it is first asked for, being larger than all else here.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { buildPages } from "../../scripts/build-pages.ts";
import { type Product, startProduct } from "../journeys/support/product.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const BAR = 95;
const GROUPS = ["performance", "accessibility", "best-practices", "seo"] as const;
const SCREENS = ["/login", "/app/email-campaign/all", "/app/master-inbox"];

type Result = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
};

buildPages();
const folder = mkdtempSync(join(tmpdir(), "thaw-lighthouse-"));
const product = await startProduct({}, ["--demo"]);
try {
  const cookie = await signIn(product);
  console.log(`${GROUPS.map((group) => group.padEnd(16)).join("")}screen (bar: ${BAR} each)`);
  for (const screen of SCREENS) {
    if (!print(screen, measure(screen, screen === "/login" ? undefined : cookie))) {
      process.exitCode = 1;
    }
  }
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function signIn({ url }: Product): Promise<string> {
  await using browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(`${url}/login`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Enter the demo" }).click();
  await page.waitForURL(/\/app\/email-campaign\/all/);
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function measure(screen: string, cookie: string | undefined): Result {
  const file = join(folder, "result.json");
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  execFileSync(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      `${product.url}${screen}`,
      "--quiet",
      "--preset=desktop",
      "--output=json",
      `--output-path=${file}`,
      `--only-categories=${GROUPS.join(",")}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
      ...headers,
    ],
    { env: { ...process.env, CHROME_PATH: CHROMIUM }, stdio: ["ignore", "ignore", "inherit"] },
  );
  return JSON.parse(readFileSync(file, "utf8")) as Result;
}

/** Returns whether each group reaches the bar; names what takes points away. */
function print(screen: string, { categories, audits }: Result): boolean {
  const scores = GROUPS.map((group) => Math.round(100 * (categories[group]?.score ?? 0)));
  console.log(`${scores.map((score) => String(score).padEnd(16)).join("")}${screen}`);
  for (const { auditRefs } of Object.values(categories)) {
    for (const { id, weight } of auditRefs) {
      const audit = audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9) {
        console.log(`  ${(100 * audit.score).toFixed(0).padStart(3)} ${audit.title}`);
      }
    }
  }
  return scores.every((score) => score >= BAR);
}
