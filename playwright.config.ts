import { existsSync } from "node:fs";
import { defineConfig } from "playwright/test";
import { paced } from "./scripts/pace.ts";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.journey.ts",
  // Each has a product of its own, which waits for half of the time.
  workers: 3,
  timeout: paced(240_000),
  expect: { timeout: paced(20_000) },
  reporter: [["list"], ["./scripts/report-playwright.ts", { file: "reports/playwright.jsonl" }]],
  outputDir: "reports/journeys",
  use: {
    actionTimeout: paced(30_000),
    navigationTimeout: paced(60_000),
    viewport: { width: 1440, height: 900 },
    // Nobody watches: menus and dialogs are there at once.
    reducedMotion: "reduce",
    launchOptions: {
      ...(existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
