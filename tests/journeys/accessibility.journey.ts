import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "playwright/test";
import { inboxScreens, mailboxScreens, SETTINGS_SCREENS } from "./support/account-screens.ts";
import { type Api, apiOf } from "./support/api.ts";
import { test as inDemo, signInToDemo } from "./support/demo.ts";
import { NEWCOMER_SCREENS, QUESTION_SCREENS, VISITOR_SCREENS } from "./support/first-screens.ts";
import { go } from "./support/go.ts";
import { screenRoutes } from "./support/routes.ts";
import { scan } from "./support/scan.ts";
import {
  campaignScreens,
  leadScreens,
  listScreens,
  type Places,
  type Screen,
  writingScreens,
} from "./support/screens.ts";
import { answerQuestions, signUpAndVerify } from "./support/sign-up.ts";

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

/** Reached by a link in a mail about a list that was uploaded, or from an issuer, which the demo world has not. */
const MAILED = /confirm-delete-csv|_auth\.oidc/;
const NOWHERE: Places = {
  pilot: "",
  draft: "",
  mailbox: "",
  folder: "",
  subsequence: "",
  lead: "",
};
type Part = { screens: (places: Places) => readonly Screen[]; ids?: string };
const BUSY: Record<string, Part> = {
  "lists of campaigns": { screens: listScreens, ids: "[ROUTE-12]" },
  leads: { screens: leadScreens },
  "a campaign": { screens: campaignScreens },
  "writing mails": { screens: writingScreens },
  mailboxes: { screens: mailboxScreens, ids: "[ROUTE-24]" },
  settings: { screens: () => SETTINGS_SCREENS },
};

type Window = typeof WIDE;
type Scheme = "light" | "dark";

const test = inDemo.extend<object, { places: Places }>({
  places: [
    async ({ browser, demo }, use) => {
      const page = await browser.newPage();
      await signInToDemo(page, demo);
      await use(await furnish(await apiOf(page, demo)));
      await page.context().close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

const title = (whose: string, ids = "") =>
  `${whose}: every screen shows what it is for, axe finds nothing, light and dark, wide and narrow, and nothing scrolls sideways from 360 to 1920 pixels [UX-06] [UX-07] ${ids}`.trim();

// Each worker has a demo world of its own, so they may share these screens out.
test.describe.configure({ mode: "parallel", timeout: 300_000 });

test("Every route that draws a screen is among those that are looked at", () => {
  const busy = Object.values(BUSY).flatMap(({ screens }) => screens(NOWHERE));
  busy.push(...inboxScreens(""));
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

test(title("Visitors"), async ({ page }) => {
  await lookAtAll(page, VISITOR_SCREENS);
});

test(title("A new account", "[ROUTE-09]"), async ({ page, demo }) => {
  await signUpAndVerify(page, demo, "ana@newcomer.example");
  await lookAtAll(page, QUESTION_SCREENS);
  await go(page, "/app/onboarding");
  await answerQuestions(page);
  await lookAtAll(page, NEWCOMER_SCREENS);
});

for (const [subject, { screens, ids }] of Object.entries(BUSY)) {
  test(title(`In ${subject}`, ids), async ({ page, demo, places }) => {
    await signInToDemo(page, demo);
    await lookAtAll(page, screens(places));
  });
}

test(title("In the inbox", "[ROUTE-21]"), async ({ page, demo }) => {
  await signInToDemo(page, demo);
  const api = await apiOf(page, demo);
  const conversations = () => api<{ id: number }[]>("GET /inbox/threads");
  await expect.poll(conversations, { timeout: 180_000 }).not.toEqual([]);
  const [first] = await conversations();
  await lookAtAll(page, inboxScreens(`/app/master-inbox/${first?.id}`));
});

/** Finds where the demo's things are, and adds what it lacks. */
async function furnish(api: Api): Promise<Places> {
  type Named = { id: number; name: string };
  const campaigns = await api<Named[]>("GET /campaigns?limit=200");
  const idOf = (name: string) => campaigns.find((campaign) => campaign.name === name)?.id;
  const pilot = idOf("Coffee pilot");
  const [mailbox] = await api<Named[]>("GET /mailboxes");
  const below = await api<Named>(`POST /campaigns/${pilot}/subsequences`, {});
  const folder = await api<Named>("POST /campaign-folders", { name: "This season" });
  const tag = await api<Named>("POST /tags", { name: "Roasters" });
  const [lead] = await api<Named[]>("GET /leads");
  await api("POST /leads/bulk", { change: "tag", lead_ids: [lead?.id], tag_id: tag.id });
  return {
    pilot: `/app/email-campaign/${pilot}`,
    draft: `/app/email-campaign/new-campaign?id=${idOf("Coffee tasting")}`,
    mailbox: `/app/email-account/${mailbox?.id}`,
    folder: `/app/email-campaign/folder/${folder.id}/view`,
    subsequence: `/app/campaign/${pilot}/subsequence/${below.id}/build`,
    lead: `/app/lead/${lead?.id}/view`,
  };
}

async function lookAtAll(page: Page, screens: readonly Screen[]): Promise<void> {
  const found: string[] = [];
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
