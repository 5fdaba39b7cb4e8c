import { expect } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { startOidcProvider } from "../support/oidc-provider.ts";
import { inboxScreens, mailboxScreens, SETTINGS_SCREENS } from "./support/account-screens.ts";
import { type Api, apiOf } from "./support/api.ts";
import { test as inDemo, signInToDemo } from "./support/demo.ts";
import {
  issuerScreens,
  NEWCOMER_SCREENS,
  QUESTION_SCREENS,
  VISITOR_SCREENS,
} from "./support/first-screens.ts";
import { go } from "./support/go.ts";
import { lookAtAll } from "./support/look.ts";
import { startProduct } from "./support/product.ts";
import { screenRoutes } from "./support/routes.ts";
import {
  campaignScreens,
  leadScreens,
  listScreens,
  type Places,
  type Screen,
  screensByNoun,
  writingScreens,
} from "./support/screens.ts";
import { answerQuestions, signUpAndVerify } from "./support/sign-up.ts";

/** Reached by a link in a mail about a list that was uploaded. */
const MAILED = /confirm-delete-csv/;
const NOWHERE: Places = {
  pilot: "",
  draft: "",
  mailbox: "",
  folder: "",
  subsequence: "",
  lead: "",
};
type Part = { screens: (places: Places) => readonly Screen[]; ids?: string };
const ofNouns = Object.entries(await screensByNoun());
const BUSY: Record<string, Part> = {
  "lists of campaigns": { screens: listScreens, ids: "[ROUTE-12]" },
  leads: { screens: leadScreens },
  "a campaign": { screens: campaignScreens },
  "writing mails": { screens: writingScreens },
  mailboxes: { screens: mailboxScreens, ids: "[ROUTE-24]" },
  settings: { screens: () => SETTINGS_SCREENS },
  ...Object.fromEntries(
    ofNouns.map(([noun, screens]) => [`${noun} screens`, { screens: () => screens }]),
  ),
};

const test = inDemo.extend<object, { places: Places }>({
  places: [
    async ({ browser, demo }, use) => {
      const page = await browser.newPage();
      await signInToDemo(page, demo);
      await use(await furnish(await apiOf(page, demo)));
      await page.context().close();
    },
    { scope: "worker", timeout: paced(300_000) },
  ],
});

const title = (whose: string, ids = "") =>
  `${whose}: every screen shows what it is for, axe finds nothing, light and dark, wide and narrow, Tab reaches all that a mouse does and the focus is seen, and nothing scrolls sideways from 360 to 1920 pixels [UX-06] [UX-07] ${ids}`.trim();

// Each worker has a demo world of its own, so they may share these screens out.
test.describe.configure({ mode: "parallel", timeout: paced(300_000) });

test("Every route that draws a screen is among those that are looked at", () => {
  const busy = Object.values(BUSY).flatMap(({ screens }) => screens(NOWHERE));
  busy.push(...inboxScreens(""), ...issuerScreens(""));
  const looked = new Set(
    [...VISITOR_SCREENS, ...QUESTION_SCREENS, ...NEWCOMER_SCREENS, ...busy].map(
      ({ route }) => route,
    ),
  );
  const missing = screenRoutes().filter((route) => !looked.has(route) && !MAILED.test(route));
  const advice =
    "Add { name, route, open } for each to a file of its noun in tests/journeys/screens";
  expect(missing, advice).toEqual([]);
});

test(title("Visitors"), async ({ page }) => {
  await lookAtAll(page, VISITOR_SCREENS);
});

test(title("Who comes by an issuer"), async ({ page }) => {
  await using issuer = await startOidcProvider();
  const { url, stop } = await startProduct({
    OIDC_ISSUERS: JSON.stringify([issuer.entry({ is_trusted: true })]),
    ALLOW_PRIVATE_OIDC_ISSUERS: "true",
  });
  issuer.welcome({ sub: "1", email: "uma@corp.example", email_verified: true, name: "Uma" });
  try {
    await lookAtAll(page, issuerScreens(url));
  } finally {
    await stop();
  }
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
  await expect.poll(conversations, { timeout: paced(180_000) }).not.toEqual([]);
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
