import { expect, type Page } from "playwright/test";
import { go } from "./go.ts";
import {
  at,
  type Block,
  CAMPAIGNS,
  CLIENTS,
  heading,
  INBOX,
  LEADS,
  NEW_CLIENT,
  type Screen,
  TAGS,
  TEAM,
  table,
  WIZARD,
} from "./screens.ts";

const CSV = "Mail;Vorname;Firma\nbea@berg.example;Bea;Berg AG\nnot-an-address;;\n";

const ENTRY: readonly Block[] = [
  ["textbox", "Email"],
  ["textbox", "Password"],
];

/** What visitors see. */
export const VISITOR_SCREENS: readonly Screen[] = [
  {
    name: "login",
    route: "_auth.login",
    open: at("/login"),
    shows: [
      heading("Log in"),
      ...ENTRY,
      ["link", "Sign up"],
      ["link", "Forgot your password?"],
      ["link", "Email me a login link"],
    ],
  },
  {
    name: "client login",
    route: "_auth.client-login",
    open: at("/client-login"),
    shows: [...ENTRY],
  },
  {
    name: "login refused",
    route: "_auth.login",
    async open(page) {
      await go(page, "/login");
      await page.getByLabel("Email").fill("nobody@acme.example");
      await page.getByRole("textbox", { name: "Password" }).fill("wrong-password-1");
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "sign up",
    route: "_auth.sign-up",
    open: at("/sign-up"),
    shows: [
      heading("Start your free trial"),
      ...ENTRY.slice(1),
      ["textbox", "Name"],
      ["textbox", "Work email"],
      ["textbox", "Referral code (optional)"],
      ["checkbox", /^I accept the terms/],
    ],
  },
  {
    name: "sign up with errors",
    route: "_auth.sign-up",
    async open(page) {
      await go(page, "/sign-up");
      await page.getByLabel("Work email").fill("ana@gmail.com");
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  {
    name: "expired link",
    route: "_auth.verify-account",
    open: at("/verify-account"),
    shows: [heading("This link has expired"), ["textbox", "Email"], ["button", "Resend the link"]],
  },
  {
    name: "forgot password",
    route: "_auth.forgot-password",
    open: at("/forgot-password"),
    shows: [heading("Forgot your password?"), ["textbox", "Email"], ["link", "Back to login"]],
  },
  {
    name: "reset password",
    route: "_auth.reset-password",
    open: at("/reset-password?uuid=x"),
    shows: [heading("Choose a new password"), ["textbox", "New password"]],
  },
  {
    name: "invitation that is over",
    route: "_auth.accept-invitation",
    open: at("/accept-invitation?uuid=x"),
  },
  {
    name: "magic link",
    route: "_auth.email-magic-link",
    open: at("/email-magic-link"),
    shows: [heading("Log in without a password"), ["textbox", "Email"], ["link", "Back to login"]],
  },
  {
    name: "no such page",
    route: "$",
    open: at("/nowhere"),
    shows: [heading("Page not found"), ["link", "Back to start"]],
  },
];

/** What someone sees who comes back from an issuer "Corp" that says who they are. `url`: of a product that has this issuer. */
export const issuerScreens = (url: string): readonly Screen[] => {
  const comeIn = async (page: Page) => {
    await go(page, `${url}/sign-up`);
    await page.getByRole("link", { name: "Continue with Corp" }).click();
  };
  return [
    {
      name: "sign up by an issuer",
      route: "_auth.oidc.continue",
      open: comeIn,
      shows: [["button", "Create account"]],
    },
    {
      name: "sign up by an issuer with an error",
      route: "_auth.oidc.continue",
      async open(page) {
        await comeIn(page);
        await page.getByRole("button", { name: "Create account" }).click();
        await expect(page.getByText("Accept the terms to go on")).toBeVisible();
      },
    },
    {
      name: "refused by an issuer",
      route: "_auth.oidc.$issuer_id.callback",
      open: (page) => go(page, `${url}/oidc/corp/callback?code=x&state=x`),
      shows: [["link", "Back to login"]],
    },
  ];
};

/** What a new account is asked. */
export const QUESTION_SCREENS: readonly Screen[] = [
  {
    name: "question",
    route: "_auth.app.onboarding",
    open: at("/app/onboarding"),
    shows: [heading("What do you want to achieve?"), ["button", "Next"]],
  },
  {
    name: "question with an error",
    route: "_auth.app.onboarding",
    async open(page) {
      await go(page, "/app/onboarding");
      await page.getByLabel("Other").check();
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.locator("[aria-invalid=true]")).toBeVisible();
    },
  },
];

/** What a new account sees. */
export const NEWCOMER_SCREENS: readonly Screen[] = [
  {
    name: "no campaigns",
    route: "_app.app.email-campaign.all",
    open: at(CAMPAIGNS),
    shows: [
      ["link", "New campaign"],
      ["button", "Try the demo"],
    ],
  },
  {
    name: "no mailboxes",
    route: "_app.app.email-accounts._index",
    open: at("/app/email-accounts"),
    shows: [["link", "Connect mailbox"]],
  },
  {
    name: "empty inbox",
    route: "_app.app.master-inbox",
    open: at(INBOX),
    shows: [["link", "See your campaigns"]],
  },
  {
    name: "no leads",
    route: "_app.app.leads.all",
    open: at(LEADS),
    shows: [["link", "New campaign"]],
  },
  {
    name: "get started",
    route: "_app.app.get-started",
    open: at("/app/get-started"),
    shows: [
      ["list", "Steps"],
      ["link", "Connect"],
      ["link", "Import a file"],
      ["link", "Create campaign"],
    ],
  },
  {
    name: "subscription on trial",
    route: "_app.app.settings.subscription",
    open: at("/app/settings/subscription"),
    shows: [heading("Trial"), heading("Choose a plan"), heading("Enterprise")],
  },
  {
    name: "no clients",
    route: "_app.app.client-views._index",
    open: at(CLIENTS),
    shows: [["link", "New client"]],
  },
  {
    name: "new client",
    route: "_app.app.client-view.new-client",
    open: at(NEW_CLIENT),
    shows: [
      ["textbox", "Email"],
      ["button", "Create client"],
    ],
  },
  {
    name: "white label",
    route: "_app.app.settings.whitelabelled-client",
    open: at("/app/settings/whitelabelled-client"),
    shows: [heading("Your domain"), heading("Your brand")],
  },
  {
    name: "no team",
    route: "_app.app.settings.team-members",
    open: at(TEAM),
    shows: [heading("Team"), ["button", "Invite member"]],
  },
  {
    name: "invite somebody",
    route: "_app.app.settings.team-members",
    async open(page) {
      await go(page, TEAM);
      await page.getByRole("button", { name: "Invite member" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "activity",
    route: "_app.app.settings.activity",
    open: at("/app/settings/activity"),
    shows: [table("Activity")],
  },
  {
    name: "no tags",
    route: "_app.app.settings.tag-manager",
    open: at(TAGS),
    shows: [["button", "New tag"]],
  },
  {
    name: "first lead",
    route: "_app.app.email-campaign.new-campaign",
    open: at(WIZARD),
    shows: [
      ["navigation", "Steps"],
      ["textbox", "Campaign name"],
      heading("Or add one lead by hand"),
    ],
  },
  {
    name: "columns of a file",
    route: "_app.app.email-campaign.new-campaign",
    async open(page) {
      await go(page, WIZARD);
      await page.locator('input[type="file"]').setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(CSV),
      });
      await expect(page.getByText(/Map columns of/)).toBeVisible();
    },
  },
];
