import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "playwright/test";
import { scan } from "./scan.ts";
import type { Screen } from "./screens.ts";
import { tabThrough } from "./tab-through.ts";

/** A folder for a picture of each screen in each form; none are taken without it. */
const PICTURES = process.env.PICTURES;
/** Windows of a desk and of a phone, and the widths at which nothing may be cut off besides. */
const WIDE = { width: 1440, height: 900, extremes: [1920, 1024] };
const NARROW = { width: 390, height: 844, extremes: [360] };

const LIGHT_FIRST = ["light", "dark"] as const;
const DARK_FIRST = ["dark", "light"] as const;

/** What is still too wide then stays so, unless the window changes once more. */
const SETTLES_MS = 2_500;
/** Only the colours differ between the two schemes. */
const OF_SCHEME = ["color-contrast", "link-in-text-block"] as const;
/** What a narrow window may break on a screen that was looked at in a wide one. */
const OF_PLACE = ["target-size", "scrollable-region-focusable"] as const;

type Window = typeof WIDE;
type Scheme = "light" | "dark";

/** Opens each screen once, and says what is wrong with it in any of its forms. */
export async function lookAtAll(page: Page, screens: readonly Screen[]): Promise<void> {
  const found: string[] = [];
  // What React mends by itself, such as what the server drew differently, is told in the console alone.
  page.on("console", (said) => {
    if (/React error #/.test(said.text())) found.push(`${page.url()}: ${said.text()}`);
  });
  for (const screen of screens) found.push(...(await look(page, screen)));
  expect(found).toEqual([]);
}

/** Opens the screen once; its forms differ by style sheets alone. */
async function look(page: Page, screen: Screen): Promise<string[]> {
  const window = screen.isNarrow ? NARROW : WIDE;
  await resize(page, window);
  await open(page, screen);
  const found = await overflows(page, screen, window);
  const [now, other] = (await isDark(page)) ? DARK_FIRST : LIGHT_FIRST;
  for (const scheme of [now, other]) {
    await paint(page, scheme);
    await takePicture(page, screen, window, scheme);
    const rules = scheme === now ? undefined : OF_SCHEME;
    found.push(...(await scan(page, rules)).map((one) => `in ${scheme}: ${one}`));
  }
  found.push(...(await tabThrough(page)));
  if (!screen.isNarrow) {
    found.push(...(await overflows(page, screen, NARROW)));
    await page.waitForFunction(hasComeToRest);
    for (const scheme of PICTURES ? [other, now] : []) {
      await paint(page, scheme);
      await takePicture(page, screen, NARROW, scheme);
    }
    // The colours of a scheme are those of the wide window.
    found.push(...(await scan(page, OF_PLACE)).map((one) => `narrow: ${one}`));
  }
  return found.map((one) => `${screen.name} ${one}`);
}

async function open(page: Page, screen: Screen): Promise<void> {
  try {
    await screen.open(page);
    for (const [role, name] of screen.shows ?? []) {
      await expect(page.getByRole(role, { name }).first()).toBeVisible();
    }
  } catch (error) {
    throw new Error(`"${screen.name}" cannot be opened`, { cause: error });
  }
}

async function overflows(page: Page, screen: Screen, window: Window): Promise<string[]> {
  const found: string[] = [];
  for (const width of [...window.extremes, window.width]) {
    const over = await widthTooMuch(page, { ...window, width });
    if (over > 0) found.push(`at ${width}: ${over} px too wide`);
  }
  return found;
}

const SHOWN = "data-mantine-color-scheme";
const isDark = async (page: Page) =>
  (await page.locator("html").getAttribute(SHOWN)) === ("dark" satisfies Scheme);

/** Shows the page in these colours, unless it is. */
async function paint(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[${SHOWN}=${scheme}]`).waitFor();
  await page.waitForFunction(hasComeToRest);
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

async function resize(page: Page, window: { width: number; height: number }) {
  await page.setViewportSize({ width: window.width, height: window.height });
}

async function takePicture(page: Page, screen: Screen, window: Window, scheme: Scheme) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  const name = `${screen.name} at ${window.width} ${scheme}`.replaceAll(" ", "-");
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
}
