import { expect, type Page } from "playwright/test";
import { go } from "./go.ts";

/** One state of one screen, and how a person gets there. */
export type Screen = {
  name: string;
  /** The folder in web/app/routes that draws it. */
  route: string;
  /** Starts at the product's own address. */
  open: (page: Page) => Promise<void>;
  /** The pictures and checks of small windows only. */
  isNarrow?: boolean;
};

/** What the demo world has, and what was added to it, by address. */
export type Places = {
  pilot: string;
  draft: string;
  mailbox: string;
  thread: string;
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
const CONNECT = "/app/email-accounts/new";

export const CLIENTS = "/app/client-views";
export const NEW_CLIENT = "/app/client-view/new-client";

export const at = (path: string) => (page: Page) => go(page, path);

/** The list of campaigns, and what stands around every screen. */
export function listScreens({ folder }: Places): Screen[] {
  const list = "_app.app.email-campaign.all";
  return [
    { name: "campaigns", route: list, open: at(CAMPAIGNS) },
    { name: "no match", route: list, open: at(`${CAMPAIGNS}?status=ARCHIVED`) },
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
    { name: "folders", route: "_app.app.email-campaign.folders", open: at(FOLDERS) },
    { name: "folder", route: "_app.app.email-campaign.folder.$id.view", open: at(folder) },
    { name: "no such campaign", route: "_app", open: at("/app/email-campaign/999999/analytics") },
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

/** All leads, one of them, and tags. */
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
    { name: "leads", route: list, open: at(LEADS) },
    { name: "leads narrowed", route: list, open: at(`${LEADS}?status=STARTED&imported=7`) },
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
    { name: "lead", route: "_app.app.lead.$id.view", open: at(lead) },
    { name: "notes", route: "_app.app.lead.$id.view", open: at(`${lead}?tab=notes`) },
    { name: "reminders", route: "_app.app.lead.$id.view", open: at(`${lead}?tab=reminders`) },
    { name: "tasks", route: "_app.app.tasks", open: at("/app/tasks") },
    { name: "everybody's tasks", route: "_app.app.tasks_.all", open: at("/app/tasks/all") },
    {
      name: "new task",
      route: "_app.app.tasks",
      async open(page) {
        await go(page, "/app/tasks");
        await page.getByRole("button", { name: "New task" }).first().click();
        await expect(page.getByLabel("What is to be done")).toBeVisible();
      },
    },
    { name: "erased people", route: "_app.app.leads.erasures", open: at("/app/leads/erasures") },
    { name: "tags", route: "_app.app.settings.tag-manager", open: at(TAGS) },
    {
      name: "tag with errors",
      route: "_app.app.settings.tag-manager",
      async open(page) {
        await go(page, TAGS);
        await page.getByRole("button", { name: "New tag" }).click();
        await page.getByRole("button", { name: "Create it" }).click();
        await expect(page.locator("[aria-invalid=true]")).toBeVisible();
      },
    },
  ];
}

/** The tabs of a campaign. */
export function campaignScreens({ pilot }: Places): Screen[] {
  const tab = (name: string) => ({
    name: `campaign ${name}`,
    route: `_app.app.email-campaign.$id.${name}`,
    open: at(`${pilot}/${name}`),
  });
  return [
    tab("analytics"),
    tab("performance"),
    tab("plan"),
    tab("lead-list"),
    tab("subsequence"),
    tab("trigger-logs"),
    tab("versions"),
  ];
}

/** The editor of a campaign, and what its mails are written from. */
export function writingScreens({ draft, subsequence }: Places): Screen[] {
  const wizard = "_app.app.email-campaign.new-campaign";
  return [
    ...["leads", "sequence", "setup", "review"].map((step) => ({
      name: `wizard ${step}`,
      route: wizard,
      async open(page: Page) {
        await go(page, `${draft}&step=${step}`);
        if (step === "sequence") await expect(page.locator(".ProseMirror")).toBeVisible();
      },
    })),
    {
      name: "variables",
      route: wizard,
      async open(page) {
        await go(page, `${draft}&step=sequence`);
        await page.getByRole("button", { name: "Variables for the mail" }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    {
      name: "condition of a subsequence",
      route: "_app.app.campaign.$parentId.subsequence.$id_.build",
      open: at(subsequence),
    },
    { name: "templates", route: "_app.app.templates._index", open: at("/app/templates") },
    { name: "template", route: "_app.app.templates.$id", open: at("/app/templates/new") },
    {
      name: "snippet",
      route: "_app.app.templates.$id",
      open: at("/app/templates/new?kind=snippet"),
    },
  ];
}

export function mailboxScreens({ mailbox }: Places): Screen[] {
  const tab = (name: string) => ({
    name: `mailbox ${name}`,
    route: `_app.app.email-account.$id.${name}`,
    open: at(`${mailbox}/${name}`),
  });
  return [
    { name: "mailboxes", route: "_app.app.email-accounts._index", open: at("/app/email-accounts") },
    {
      name: "linkedin accounts",
      route: "_app.app.integrations.linkedin",
      open: at("/app/integrations/linkedin"),
    },
    { name: "connect", route: "_app.app.email-accounts.new", open: at(CONNECT) },
    {
      name: "connect with errors",
      route: "_app.app.email-accounts.new",
      async open(page) {
        await go(page, CONNECT);
        await page.getByText("Any server with SMTP and IMAP").click();
        await page.getByRole("button", { name: "Test and connect" }).click();
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      },
    },
    tab("overview"),
    tab("general"),
    tab("management"),
    tab("error-state"),
    {
      name: "delete mailbox",
      route: "_app.app.email-account.$id.management",
      async open(page) {
        await go(page, `${mailbox}/management`);
        await page.getByRole("button", { name: "Delete", exact: true }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "leave unsaved",
      route: "_app.app.email-account.$id.general",
      async open(page) {
        await go(page, `${mailbox}/general`);
        await page.getByLabel("Sender name").fill("Somebody else");
        await page.getByRole("link", { name: "Overview" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
  ];
}

export function inboxScreens({ thread }: Places): Screen[] {
  const route = "_app.app.master-inbox.$threadId";
  return [
    { name: "inbox", route: "_app.app.master-inbox", open: at(INBOX) },
    { name: "archived", route: "_app.app.master-inbox", open: at(`${INBOX}?folder=archived`) },
    { name: "thread", route, open: at(thread) },
    {
      name: "whole message",
      route,
      async open(page) {
        await go(page, thread);
        await page.getByRole("button", { name: "Show whole message" }).first().click();
        await expect(page.locator("iframe")).toBeVisible();
      },
    },
    {
      name: "answer",
      route,
      async open(page) {
        await go(page, thread);
        await page.getByRole("textbox", { name: "Answer" }).fill("Tuesday at ten it is.");
      },
    },
    {
      name: "do not contact",
      route,
      async open(page) {
        await go(page, thread);
        await page.getByRole("textbox", { name: "Category" }).click();
        await page.getByRole("option", { name: "Do not contact" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
  ];
}

const setting = (name: string): Screen => ({
  name,
  route: `_app.app.settings.${name}`,
  open: at(`/app/settings/${name}`),
});

export const SETTINGS_SCREENS: readonly Screen[] = [
  { name: "a client", route: "_app.app.client-views.$id", open: openClient },
  setting("profile"),
  setting("security"),
  setting("global-block-list"),
  {
    name: "a client's block list",
    route: "_app.app.domain-block-list._index",
    open: at("/app/domain-block-list"),
  },
  setting("lead-categories"),
  setting("api-keys"),
  setting("api-reference"),
];

/** The only client, made by whoever comes first. */
async function openClient(page: Page): Promise<void> {
  await go(page, CLIENTS);
  const known = page.getByRole("link", { name: "Bolt" });
  if (await known.isVisible()) await known.click();
  else {
    await go(page, NEW_CLIENT);
    await page.getByLabel("Name", { exact: true }).fill("Bolt");
    await page.getByLabel("Email", { exact: true }).fill("cleo@bolt.example");
    await page.getByLabel("Invite by email at once").uncheck();
    await page.getByRole("button", { name: "Create the client" }).click();
  }
  await expect(page.getByRole("heading", { name: "Bolt", level: 1 })).toBeVisible();
}
