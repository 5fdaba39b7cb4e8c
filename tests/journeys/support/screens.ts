import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { go } from "./go.ts";

/** Something of a screen, as a person or a program finds it. */
export type Block = readonly [role: Parameters<Page["getByRole"]>[0], name: string | RegExp];

/** One state of one screen, and how a person gets there. */
export type Screen = {
  name: string;
  /** The folder in web/app/routes that draws it. */
  route: string;
  /** Starts at the product's own address. */
  open: (page: Page) => Promise<void>;
  /** What the screen is for: it is there once the screen is open. */
  shows?: readonly Block[];
  /** The pictures and checks of small windows only. */
  isNarrow?: boolean;
};

/** What the demo world has, and what was added to it, by address. */
export type Places = {
  pilot: string;
  draft: string;
  mailbox: string;
  folder: string;
  subsequence: string;
  lead: string;
};

export const CAMPAIGNS = "/app/email-campaign/all";
export const INBOX = "/app/master-inbox";
export const FOLDERS = "/app/email-campaign/folders";
export const LEADS = "/app/leads/all";
export const TEAM = "/app/settings/team-members";
export const TAGS = "/app/settings/tag-manager";
export const WIZARD = "/app/email-campaign/new-campaign";
const FAULTY = "**/app/email-accounts.data*";

export const CLIENTS = "/app/client-views";
export const NEW_CLIENT = "/app/client-view/new-client";

/** Opens an address, which ends at itself or at another. */
export const at =
  (path: string, end = path) =>
  async (page: Page) => {
    await go(page, path);
    await expect(page).toHaveURL(end);
  };

export const heading = (name: string): Block => ["heading", name];
export const table = (name: string): Block => ["table", name];

/** Screens of nouns of their own, by noun: each has a file in `tests/journeys/screens`. */
export async function screensByNoun(): Promise<Record<string, readonly Screen[]>> {
  const folder = path.join(import.meta.dirname, "../screens");
  const found = readdirSync(folder).map(async (file) => {
    const { screens } = (await import(path.join(folder, file))) as { screens?: readonly Screen[] };
    if (!screens) throw new Error(`${file} exports no \`screens\``);
    return [path.basename(file, ".ts"), screens] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The list of campaigns, and what stands around every screen. */
export function listScreens({ folder }: Places): Screen[] {
  const list = "_app.app.email-campaign.all";
  return [
    {
      name: "campaigns",
      route: list,
      open: at(CAMPAIGNS),
      shows: [
        table("Campaigns"),
        ["link", "Coffee pilot"],
        ["button", "Filter"],
        ["checkbox", "Select all rows of this page"],
        ["link", "New campaign"],
      ],
    },
    {
      name: "no match",
      route: list,
      open: at(`${CAMPAIGNS}?status=ARCHIVED`),
      shows: [["button", "Clear all"]],
    },
    {
      name: "filter",
      route: list,
      async open(page) {
        await go(page, CAMPAIGNS);
        await page.getByRole("button", { name: "Filter" }).click();
        await page.getByRole("menuitem", { name: "Status" }).click();
        await expect(page.getByLabel("Paused")).toBeVisible();
      },
    },
    {
      name: "display",
      route: list,
      async open(page) {
        await go(page, CAMPAIGNS);
        await page.getByRole("button", { name: "Display" }).click();
        await expect(page.getByLabel("Compact rows")).toBeVisible();
      },
    },
    {
      name: "palette",
      route: list,
      async open(page) {
        await go(page, CAMPAIGNS);
        await page.keyboard.press("Control+k");
        await expect(page.getByPlaceholder("Search or jump to…")).toBeVisible();
      },
    },
    {
      name: "keys",
      route: list,
      async open(page) {
        await go(page, CAMPAIGNS);
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "navigation",
      route: "_app",
      isNarrow: true,
      async open(page) {
        await go(page, CAMPAIGNS);
        await page.getByRole("button", { name: "Open navigation" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Demo" }).click();
        await expect(page.getByRole("menuitem", { name: "Log out" })).toBeVisible();
      },
    },
    {
      name: "folders",
      route: "_app.app.email-campaign.folders",
      open: at(FOLDERS),
      shows: [
        ["link", "This season"],
        ["button", "New folder"],
      ],
    },
    {
      name: "folder",
      route: "_app.app.email-campaign.folder.$id.view",
      open: at(folder),
      shows: [heading("This season")],
    },
    {
      name: "no such campaign",
      route: "_app",
      open: at("/app/email-campaign/999999/analytics"),
      shows: [heading("Page not found"), ["link", "Back to start"]],
    },
    {
      name: "fault",
      route: "_app",
      async open(page) {
        await go(page, CAMPAIGNS);
        await page.route(FAULTY, (route) => route.fulfill({ status: 500 }));
        await page.keyboard.press("g");
        await page.keyboard.press("e");
        await expect(page.getByText("Something went wrong")).toBeVisible();
        await page.unroute(FAULTY);
      },
    },
  ];
}

/** All leads, and one of them. */
export function leadScreens({ lead }: Places): Screen[] {
  const list = "_app.app.leads.all";
  const selected = async (page: Page) => {
    await go(page, LEADS);
    await page
      .getByRole("checkbox", { name: /^Select (?!all)/ })
      .first()
      .check();
  };
  return [
    {
      name: "leads",
      route: list,
      open: at(LEADS),
      shows: [table("Leads"), ["button", "Filter"], ["button", "Display"]],
    },
    {
      name: "leads narrowed",
      route: list,
      open: at(`${LEADS}?status=STARTED&imported=7`),
      shows: [table("Leads")],
    },
    { name: "leads selected", route: list, open: selected },
    {
      name: "delete leads",
      route: list,
      async open(page) {
        await selected(page);
        await page.getByRole("button", { name: "More", exact: true }).click();
        await page.getByRole("menuitem", { name: "Delete…" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "lead",
      route: "_app.app.lead.$id.view",
      open: at(lead),
      shows: [table("Timeline"), table("Campaigns"), heading("Details")],
    },
    {
      name: "notes",
      route: "_app.app.lead.$id.view",
      open: at(`${lead}?tab=notes`),
      shows: [["textbox", "Note"]],
    },
    { name: "reminders", route: "_app.app.lead.$id.view", open: at(`${lead}?tab=reminders`) },
    {
      name: "erased people",
      route: "_app.app.leads.erasures",
      open: at("/app/leads/erasures"),
      shows: [heading("Erased people")],
    },
  ];
}

/** The tabs of a campaign. */
export function campaignScreens({ pilot }: Places): Screen[] {
  const tab = (name: string, ...shows: Block[]) => ({
    name: `campaign ${name}`,
    route: `_app.app.email-campaign.$id.${name}`,
    open: at(`${pilot}/${name}`),
    shows: [heading("Coffee pilot"), ...shows],
  });
  return [
    {
      ...tab("analytics", heading("Daily activity"), table("By step and variant")),
      open: at(`${pilot}/`, `${pilot}/analytics`),
    },
    tab("performance", table("Campaign activity")),
    tab("plan", heading("Send plan")),
    tab("lead-list", table("Leads of this campaign")),
    tab("subsequence", table("Subsequences")),
    tab("trigger-logs", table("Scheduler log of this campaign")),
    tab("versions", heading("Sequence versions")),
  ];
}

const STEPS: Record<string, readonly Block[]> = {
  leads: [heading("Or add one lead by hand")],
  sequence: [["textbox", "Body"], heading("Preview")],
  setup: [heading("Senders"), heading("Schedule"), heading("Settings")],
  review: [heading("Preview for the first leads")],
};

/** The editor of a campaign, and what its mails are written from. */
export function writingScreens({ draft, subsequence }: Places): Screen[] {
  const wizard = "_app.app.email-campaign.new-campaign";
  return [
    ...Object.entries(STEPS).map(([step, shows]) => ({
      name: `wizard ${step}`,
      route: wizard,
      open: at(`${draft}&step=${step}`),
      shows,
    })),
    {
      name: "variables",
      route: wizard,
      async open(page) {
        await go(page, `${draft}&step=sequence`);
        await page.getByRole("button", { name: "Variables for the body" }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    {
      name: "new subsequence",
      route: "_app.app.campaign.$parentId.new-subsequence",
      open: at(subsequence.replace(/subsequence\/.*/, "new-subsequence")),
      shows: [["region", "Condition"]],
    },
    {
      name: "condition of a subsequence",
      route: "_app.app.campaign.$parentId.subsequence.$id_.build",
      open: at(subsequence),
      shows: [["region", "Condition"]],
    },
    {
      name: "templates",
      route: "_app.app.templates._index",
      open: at("/app/templates"),
      shows: [heading("Templates"), ["link", "New template"]],
    },
    {
      name: "template",
      route: "_app.app.templates.$id",
      open: at("/app/templates/new"),
      shows: [heading("New template")],
    },
    {
      name: "snippet",
      route: "_app.app.templates.$id",
      open: at("/app/templates/new?kind=snippet"),
      shows: [heading("New snippet")],
    },
  ];
}
