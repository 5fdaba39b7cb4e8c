import { expect, type Page } from "playwright/test";
import { go } from "./go.ts";
import {
  at,
  type Block,
  CLIENTS,
  heading,
  INBOX,
  NEW_CLIENT,
  type Places,
  type Screen,
  table,
} from "./screens.ts";

const CONNECT = "/app/email-accounts/new";

export function mailboxScreens({ mailbox }: Places): Screen[] {
  const tab = (name: string, ...shows: Block[]) => ({
    name: `mailbox ${name}`,
    route: `_app.app.email-account.$id.${name}`,
    open: at(`${mailbox}/${name}`),
    shows,
  });
  return [
    {
      name: "mailboxes",
      route: "_app.app.email-accounts._index",
      open: at("/app/email-accounts"),
      shows: [
        table("Email accounts"),
        ["checkbox", /^Select ada@/],
        ["button", "Filter"],
        ["link", "Connect mailbox"],
      ],
    },
    {
      name: "missing page",
      route: "_app.app.$",
      open: at("/app/nowhere"),
      shows: [heading("Page not found"), ["button", "Search for it"]],
    },
    {
      name: "linkedin accounts",
      route: "_app.app.integrations.linkedin",
      open: at("/app/integrations/linkedin"),
      shows: [heading("Integrations")],
    },
    {
      name: "connect",
      route: "_app.app.email-accounts.new",
      open: at(CONNECT),
      shows: [heading("Connect mailbox"), ["button", "Test and connect"]],
    },
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
    { ...tab("overview", heading("Now")), open: at(mailbox, `${mailbox}/overview`) },
    tab("general", heading("Sender"), ["textbox", "Signature"]),
    tab("management", heading("Login and servers"), ["button", "Delete"]),
    tab("error-state", ["link", "Errors"]),
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

/** The list, and one conversation of it. */
export function inboxScreens(thread: string): Screen[] {
  const route = "_app.app.master-inbox.$threadId";
  return [
    {
      name: "inbox",
      route: "_app.app.master-inbox",
      open: at(INBOX),
      shows: [
        ["navigation", "Folders"],
        ["region", "Conversations in Inbox"],
        ["link", /coffee/i],
      ],
    },
    {
      name: "archived",
      route: "_app.app.master-inbox",
      open: at(`${INBOX}?folder=archived`),
      shows: [heading("Archived")],
    },
    {
      name: "thread",
      route,
      open: at(thread),
      shows: [
        ["textbox", "Reply"],
        ["textbox", "Category"],
      ],
    },
    {
      name: "whole message",
      route,
      async open(page) {
        await go(page, thread);
        await page.getByRole("button", { name: "Show whole message" }).first().click();
        await expect(page.getByRole("button", { name: "Show less" })).toBeVisible();
      },
    },
    {
      name: "answer",
      route,
      async open(page) {
        await go(page, thread);
        await page.getByRole("textbox", { name: "Reply" }).fill("Tuesday at ten it is.");
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

const setting = (name: string, ...shows: Block[]): Screen => ({
  name,
  route: `_app.app.settings.${name}`,
  open: at(`/app/settings/${name}`),
  shows,
});

const BLOCKED = "Addresses and domains on the block list";

export const SETTINGS_SCREENS: readonly Screen[] = [
  {
    name: "a client",
    route: "_app.app.client-views.$id",
    open: openClient,
    shows: [heading("Statistics"), heading("Permissions"), ["button", "Preview as client"]],
  },
  {
    ...setting(
      "profile",
      heading("About you"),
      heading("Picture"),
      heading("Hints and lists"),
      heading("API key"),
    ),
    open: at("/app/settings", "/app/settings/profile"),
  },
  setting("security", heading("Two-step login"), table("Sessions")),
  setting("global-block-list", table(BLOCKED), ["button", "Remove by CSV"]),
  {
    name: "a client's block list",
    route: "_app.app.domain-block-list._index",
    open: at("/app/domain-block-list"),
    shows: [table(BLOCKED)],
  },
  setting("lead-categories", table("Lead categories"), heading("Language model")),
  setting("api-keys", heading("API keys")),
  setting("api-reference", heading("API reference")),
];

/** The only client, made by the first caller. */
async function openClient(page: Page): Promise<void> {
  await go(page, CLIENTS);
  const known = page.getByRole("link", { name: "Bolt" });
  if (await known.isVisible()) await known.click();
  else {
    await go(page, NEW_CLIENT);
    await page.getByLabel("Name", { exact: true }).fill("Bolt");
    await page.getByLabel("Email", { exact: true }).fill("cleo@bolt.example");
    await page.getByLabel("Send an invitation email now").uncheck();
    await page.getByRole("button", { name: "Create client" }).click();
  }
  await expect(page.getByRole("heading", { name: "Bolt", level: 1 })).toBeVisible();
}
