import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page } from "playwright/test";
import { enterDemo, test as inDemo } from "./support/demo.ts";
import { NEWCOMER_SCREENS, QUESTION_SCREENS, VISITOR_SCREENS } from "./support/first-screens.ts";
import { go } from "./support/go.ts";
import type { Product } from "./support/product.ts";
import { screenRoutes } from "./support/routes.ts";
import {
  campaignScreens,
  FOLDERS,
  inboxScreens,
  leadScreens,
  listScreens,
  mailboxScreens,
  type Places,
  type Screen,
  SETTINGS_SCREENS,
  TAGS,
  writingScreens,
} from "./support/screens.ts";
import { answerQuestions, signUpAndVerify } from "./support/sign-up.ts";

/** A folder for a picture of each screen in each form; none are taken without it. */
const PICTURES = process.env.PICTURES;
/** Windows of a desk and of a phone, and the widths at which nothing may be cut off besides. */
const WINDOWS = [
  { width: 1440, height: 900, extremes: [1920, 1024], schemes: ["light", "dark"] },
  // The colours of a scheme are those of the wide window, so that axe has nothing new to find in the other one.
  { width: 390, height: 844, extremes: [360], schemes: PICTURES ? ["dark", "light"] : ["light"] },
] as const satisfies { width: number; height: number; extremes: number[]; schemes: Scheme[] }[];

/** What is still too wide then stays so, unless the window changes once more. */
const SETTLES_MS = 2_500;
/** Only the colours differ between the two schemes; undefined is every rule. */
const OF_SCHEME = { light: undefined, dark: ["color-contrast", "link-in-text-block"] } as const;
/** What a narrow window may break on a screen that was looked at in a wide one. */
const OF_PLACE = ["target-size", "scrollable-region-focusable"] as const;
const ON = { enabled: true };
const OFF = { enabled: false };

/** Reached by a link in a mail about a list that was uploaded, or from an issuer, which the demo world has not. */
const MAILED = /confirm-delete-csv|_auth\.oidc/;
const NOWHERE: Places = {
  pilot: "",
  draft: "",
  mailbox: "",
  thread: "",
  folder: "",
  subsequence: "",
  lead: "",
};
const BUSY = {
  "lists of campaigns": listScreens,
  leads: leadScreens,
  "a campaign": campaignScreens,
  "writing mails": writingScreens,
  mailboxes: mailboxScreens,
  "the inbox": inboxScreens,
  settings: () => SETTINGS_SCREENS,
} satisfies Record<string, (places: Places) => readonly Screen[]>;

type Window = (typeof WINDOWS)[number];
type Scheme = "light" | "dark";

const test = inDemo.extend<object, { places: Places }>({
  reducedMotion: "reduce",
  places: [
    async ({ browser, demo }, use) => use(await lookAround(browser, demo)),
    { scope: "worker", timeout: 300_000 },
  ],
});

const GUARANTEE =
  "axe finds nothing, light and dark, wide and narrow, and nothing scrolls sideways from 360 to 1920 pixels [UX-06] [UX-07]";

// Each worker has a demo world of its own, so they may share these screens out.
test.describe.configure({ mode: "parallel", timeout: 300_000 });

test("Every route that draws a screen is among those that are looked at", () => {
  const busy = Object.values(BUSY).flatMap((screens) => screens(NOWHERE));
  const looked = new Set(
    [...VISITOR_SCREENS, ...QUESTION_SCREENS, ...NEWCOMER_SCREENS, ...busy].map(
      ({ route }) => route,
    ),
  );
  const missing = screenRoutes().filter((route) => !looked.has(route) && !MAILED.test(route));
  const advice =
    "Add { name, route, open } for each to a list in tests/journeys/support/screens.ts";
  expect(missing, advice).toEqual([]);
});

test(`Visitors: ${GUARANTEE}`, async ({ page }) => {
  await lookAtAll(page, VISITOR_SCREENS);
});

test(`A new account: ${GUARANTEE}`, async ({ page, demo }) => {
  await signUpAndVerify(page, demo, "ana@newcomer.example");
  await lookAtAll(page, QUESTION_SCREENS);
  await go(page, "/app/onboarding");
  await answerQuestions(page);
  await lookAtAll(page, NEWCOMER_SCREENS);
});

for (const [subject, screens] of Object.entries(BUSY)) {
  test(`In ${subject}: ${GUARANTEE}`, async ({ page, demo, places }) => {
    await enterDemo(page, demo);
    await lookAtAll(page, screens(places));
  });
}

/** Finds the demo's campaigns, adds what it lacks, and waits for its first answer. */
async function lookAround(browser: Browser, demo: Product): Promise<Places> {
  const page = await browser.newPage({ baseURL: demo.url, reducedMotion: "reduce" });
  const hrefOf = async (name: string) =>
    (await page.getByRole("link", { name }).first().getAttribute("href")) ?? "";
  await enterDemo(page, demo);
  const pilot = (await hrefOf("Coffee pilot")).replace(/\/analytics$/, "");
  const draft = await hrefOf("Coffee tasting");
  await go(page, "/app/email-accounts");
  const mailbox = (await hrefOf("ada@")).replace(/\/overview$/, "");
  const subsequence = await addSubsequence(page, pilot);
  await go(page, FOLDERS);
  await page.getByRole("button", { name: "New folder" }).first().click();
  await page.getByLabel("Folder name").fill("This season");
  await page.getByRole("button", { name: "Create folder" }).click();
  await expect(page.getByRole("link", { name: "This season" })).toBeVisible();
  const folder = await hrefOf("This season");
  const lead = await addTag(page, "Roasters");
  await go(page, "/app/master-inbox");
  const first = page.getByRole("list").locator("a[href*='/app/master-inbox/']").first();
  await expect(first).toBeVisible({ timeout: 180_000 });
  const thread = (await first.getAttribute("href")) ?? "";
  await page.context().close();
  return { pilot, draft, mailbox, thread, folder, subsequence, lead };
}

/** Makes a tag and puts it on the newest lead. Gives the lead's address. */
async function addTag(page: Page, name: string): Promise<string> {
  await go(page, TAGS);
  await page.getByRole("button", { name: "New tag" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create it" }).click();
  await expect(page.getByRole("cell", { name, exact: true })).toBeVisible();
  await go(page, "/app/leads/all");
  const row = page.getByRole("row").nth(1);
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitem", { name }).first().click();
  await expect(row).toContainText(name);
  return (await row.getByRole("link").first().getAttribute("href")) ?? "";
}

async function addSubsequence(page: Page, campaign: string): Promise<string> {
  await go(page, `${campaign}/subsequence`);
  await page.getByRole("button", { name: "New subsequence" }).click();
  await page.waitForURL(/\/build$/);
  return new URL(page.url()).pathname;
}

async function lookAtAll(page: Page, screens: readonly Screen[]): Promise<void> {
  const found: string[] = [];
  for (const screen of screens) found.push(...(await look(page, screen)));
  expect(found).toEqual([]);
}

/** Opens the screen once; its forms differ by style sheets alone. */
async function look(page: Page, screen: Screen): Promise<string[]> {
  const windows = WINDOWS.filter(({ width }) => !screen.isNarrow || width < 500);
  await resize(page, windows[0]);
  await screen.open(page).catch((error: unknown) => {
    throw new Error(`"${screen.name}" cannot be opened`, { cause: error });
  });
  const found: string[] = [];
  for (const window of windows) found.push(...(await lookThrough(page, screen, window)));
  return found;
}

async function lookThrough(page: Page, screen: Screen, window: Window): Promise<string[]> {
  const found: string[] = [];
  const isSeenWide = window.width < 500 && !screen.isNarrow;
  for (const width of [...window.extremes, window.width]) {
    const over = await widthTooMuch(page, { ...window, width });
    if (over > 0) found.push(`${screen.name} at ${width}: ${over} px too wide`);
  }
  for (const scheme of window.schemes) {
    const name = `${screen.name} at ${window.width} ${scheme}`;
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    await page.waitForFunction(hasComeToRest);
    if (PICTURES) await takePicture(page, name);
    found.push(...(await scan(page, name, isSeenWide ? OF_PLACE : OF_SCHEME[scheme])));
  }
  return found;
}

/** By how many pixels the page is wider than the window, once what floats above it has found its new place. */
async function widthTooMuch(page: Page, window: { width: number; height: number }) {
  const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  // A menu that was just being placed when the window changed hears of it by the next change.
  for (const height of [window.height, window.height - 1]) {
    await resize(page, { ...window, height });
    const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
    const settled = page.waitForFunction(fits, undefined, { timeout: SETTLES_MS });
    if (await settled.catch(() => undefined)) return 0;
  }
  return page.evaluate(over);
}

/** Runs in the page. Half-way to its new colour, a text has no colour of ours. */
function hasComeToRest(): boolean {
  const endOf = ({ effect }: Animation) => effect?.getComputedTiming().endTime;
  return document
    .getAnimations()
    .every((animation) => animation.playState !== "running" || endOf(animation) === Infinity);
}

async function resize(page: Page, window: { width: number; height: number } | undefined) {
  if (window) await page.setViewportSize({ width: window.width, height: window.height });
}

async function scan(page: Page, name: string, rules: readonly string[] | undefined) {
  // A mail is somebody else's page, in a frame where nothing runs.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude("iframe");
  if (rules) axe.withRules([...rules]);
  // Rules of WCAG 2.2 that axe leaves out unless asked; menus stand at the end of the document, outside its landmarks.
  else
    axe.options({ rules: { region: OFF, "label-content-name-mismatch": ON, "target-size": ON } });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ target, any }) => `${target.join(" ")} ${any[0]?.message ?? ""}`);
    return `${name}: ${id}: ${where.join(" | ")}`;
  });
}

async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES ?? "", { recursive: true });
  const path = join(PICTURES ?? "", `${name.replaceAll(" ", "-")}.png`);
  await page.screenshot({ path, animations: "disabled" });
}
