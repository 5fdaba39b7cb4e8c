import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  SUBSCRIPTION_PLAN_NAMES,
  SUBSCRIPTION_PLANS,
} from "../../accounts/subscription-plan/subscription-plan.schema.ts";
import { PERMISSIONS } from "../../actor.ts";
import { permissionsOf } from "./access-table.ts";
import type { ActorKind } from "./actor-kind.ts";
import type { ROLES } from "./role.schema.ts";
import { type PageVisitor, redirectOf } from "./route-guard.ts";

const NOTHING = SUBSCRIPTION_PLANS.BASE.flags;
const visitor = (change: Partial<PageVisitor> = {}): PageVisitor => ({
  kind: "owner",
  permissions: new Set(PERMISSIONS),
  isEmailVerified: true,
  isProviderHost: true,
  accountStatus: accountStatus(),
  ...change,
});
const accountStatus = (change: Partial<PageVisitor["accountStatus"]> = {}) => ({
  isOnboarded: true,
  isPlanEnded: false,
  planType: "PRO" as const,
  isTrialActive: false,
  flags: SUBSCRIPTION_PLANS.TRIAL.flags,
  isEnterprise: false,
  ...change,
});
const member = (role: (typeof ROLES)[number], change: Partial<PageVisitor> = {}) =>
  visitor({ kind: "member", permissions: permissionsOf(role), ...change });

const PAGES = [
  "/",
  "/login",
  "/client-login",
  "/sign-up",
  "/forgot-password",
  "/email-magic-link",
  "/reset-password",
  "/verify-account",
  "/app/onboarding",
  "/app/get-started",
  "/app/email-campaign",
  "/app/email-campaign/all",
  "/app/email-campaign/new-campaign",
  "/app/email-campaign/7/analytics",
  "/app/bulk-email-accounts/3/view",
  "/app/leads/all",
  "/app/master-inbox",
  "/app/email-accounts",
  "/app/email-accounts-new/emails",
  "/app/smart-servers",
  "/app/smart-servers/creation-page",
  "/app/global-analytics",
  "/app/analytics-v2/agency-insights",
  "/app/email-deliverability/smart-inbox",
  "/app/client-views",
  "/app/client-view/new-client",
  "/app/account-cancellation",
  ...[
    "profile",
    "security",
    "global-block-list",
    "team-members",
    "tag-manager",
    "api-keys",
    "lead-categories",
    "webhook",
    "warning-notifications",
    "subscription",
    "whitelabelled-client",
  ].map((tab) => `/app/settings/${tab}`),
];

const anyVisitor: fc.Arbitrary<PageVisitor> = fc.record({
  kind: fc.constantFrom("owner", "member", "client", "nobody") as fc.Arbitrary<
    Extract<ActorKind, "owner" | "member" | "client" | "nobody">
  >,
  permissions: fc.subarray([...PERMISSIONS]).map((some) => new Set(some)),
  isEmailVerified: fc.boolean(),
  isProviderHost: fc.boolean(),
  accountStatus: fc.record({
    isOnboarded: fc.boolean(),
    isPlanEnded: fc.boolean(),
    planType: fc.constantFrom(...SUBSCRIPTION_PLAN_NAMES),
    isTrialActive: fc.boolean(),
    flags: fc.constantFrom(
      SUBSCRIPTION_PLANS.TRIAL.flags,
      SUBSCRIPTION_PLANS.BASE.flags,
      SUBSCRIPTION_PLANS.PRO.flags,
    ),
    isEnterprise: fc.boolean(),
  }),
});

test("no redirect leads to a loop or to a second redirect", () => {
  fc.assert(
    fc.property(anyVisitor, fc.constantFrom(...PAGES), (who, page) => {
      const target = redirectOf(page, who);
      if (target === undefined) return;
      const [path = ""] = target.split("?");
      expect(redirectOf(path, who), `${page} leads to ${path}`).toBeUndefined();
    }),
    { numRuns: 5000 },
  );
});

describe("the first guard that fails decides [GUARD-17]", () => {
  const everythingFails = {
    isEmailVerified: false,
    accountStatus: accountStatus({
      isOnboarded: false,
      isPlanEnded: true,
      planType: "BASE",
      flags: NOTHING,
    }),
    permissions: new Set<never>(),
  };
  const page = "/app/settings/webhook";
  const cases: [string, string, PageVisitor][] = [
    ["authentication", "/login", visitor({ ...everythingFails, kind: "nobody" })],
    ["the address", "/login", visitor(everythingFails)],
    ["onboarding", "/app/onboarding", visitor({ ...everythingFails, isEmailVerified: true })],
    [
      "the plan",
      "/app/settings/profile",
      visitor({
        ...everythingFails,
        isEmailVerified: true,
        accountStatus: { ...everythingFails.accountStatus, isOnboarded: true },
      }),
    ],
    [
      "the kind",
      "/app/email-campaign",
      visitor({
        ...everythingFails,
        kind: "client",
        isProviderHost: false,
        isEmailVerified: true,
        accountStatus: { ...everythingFails.accountStatus, isOnboarded: true },
      }),
    ],
    [
      "the plan's pages",
      "/app/email-campaign",
      visitor({ accountStatus: accountStatus({ planType: "BASE", flags: NOTHING }) }),
    ],
  ];
  test.each(cases)("%s", (_name, target, who) => {
    expect(redirectOf(page, who)).toBe(target);
  });

  test("the role comes before the feature", () => {
    const client = visitor({ kind: "client", isProviderHost: false, permissions: new Set() });
    expect(redirectOf("/app/settings/subscription", client)).toBe("/app/email-campaign");
    expect(redirectOf("/app/settings/subscription", member("ADMIN_ACCESS"))).toBe(
      "/app/settings/profile",
    );
  });
});

test("visitors of the product go to its login, those of an agency's host to the clients'", () => {
  for (const page of PAGES.filter((path) => path.startsWith("/app"))) {
    expect(redirectOf(page, visitor({ kind: "nobody" }))).toBe("/login");
    const there = visitor({ kind: "nobody", isProviderHost: false });
    expect(redirectOf(page, there)).toBe("/client-login");
  }
});

test("owners who have not answered the first questions are led to them, members and clients never", () => {
  const state = accountStatus({ isOnboarded: false });
  for (const page of PAGES.filter((path) => path.startsWith("/app"))) {
    const target = page === "/app/onboarding" ? undefined : "/app/onboarding";
    expect(redirectOf(page, visitor({ accountStatus: state }))).toBe(target);
  }
  expect(redirectOf("/app/onboarding", visitor())).toBe("/app/get-started");
  expect(redirectOf("/app/onboarding", member("VIEW_ONLY_ACCESS"))).toBe("/app/email-campaign");
});

test("without a plan three pages stay open to the owner, and members see themselves", () => {
  const ended = { accountStatus: accountStatus({ isPlanEnded: true }) };
  const open = [
    "/app/settings/subscription",
    "/app/settings/whitelabelled-client",
    "/app/account-cancellation",
  ];
  for (const page of PAGES.filter((path) => path.startsWith("/app"))) {
    const target = open.includes(page) ? undefined : open[0];
    expect(redirectOf(page, visitor(ended)), page).toBe(target);
  }
  expect(redirectOf("/app/leads/all", member("ADMIN_ACCESS", ended))).toBe("/app/settings/profile");
  expect(redirectOf("/app/settings/profile", member("ADMIN_ACCESS", ended))).toBeUndefined();
  expect(
    redirectOf("/app/leads/all", visitor({ ...ended, isProviderHost: false })),
  ).toBeUndefined();
});

test.each([
  ["BASE", true],
  ["POPULAR", false],
] as const)("pages that the plan %s has not lead to the campaigns", (planType, isSmallest) => {
  const who = visitor({ accountStatus: accountStatus({ planType }) });
  const campaigns = "/app/email-campaign";
  expect(redirectOf("/app/client-views", who)).toBe(campaigns);
  expect(redirectOf("/app/client-view/new-client", who)).toBe(campaigns);
  const others = isSmallest ? campaigns : undefined;
  expect(redirectOf("/app/settings/webhook", who)).toBe(others);
  expect(redirectOf("/app/settings/global-block-list", who)).toBe(others);
  const onTrial = visitor({ accountStatus: accountStatus({ planType, isTrialActive: true }) });
  expect(redirectOf("/app/settings/webhook", onTrial)).toBeUndefined();
});

test("PRO, ENTERPRISE and the trial have all pages", () => {
  for (const planType of ["PRO", "ENTERPRISE", "TRIAL"] as const) {
    const who = visitor({
      accountStatus: accountStatus({ planType, isTrialActive: planType === "TRIAL" }),
    });
    for (const page of ["settings/webhook", "settings/global-block-list", "client-views"]) {
      expect(redirectOf(`/app/${page}`, who)).toBeUndefined();
    }
  }
});

test("what a role or a plan lacks leads where the page's neighbours are", () => {
  const poor = visitor({ accountStatus: accountStatus({ planType: "TRIAL", flags: NOTHING }) });
  expect(redirectOf("/app/email-accounts-new/emails", poor)).toBe("/app/email-accounts");
  expect(redirectOf("/app/analytics-v2", poor)).toBe("/app/global-analytics");
  expect(redirectOf("/app/email-deliverability", poor)).toBe(
    "/app/email-campaign?upgrade=smart_delivery",
  );
  const admin = member("ADMIN_ACCESS");
  expect(redirectOf("/app/smart-servers/creation-page", admin)).toBe("/app/email-accounts");
  expect(redirectOf("/app/smart-servers", admin)).toBeUndefined();
  expect(redirectOf("/app/settings/team-members", admin)).toBeUndefined();
  const full = member("FULL_MEMBER_ACCESS");
  expect(redirectOf("/app/settings/team-members", full)).toBe("/app/settings/profile");
  const viewer = member("VIEW_ONLY_ACCESS");
  expect(redirectOf("/app/email-campaign/new-campaign", viewer)).toBe("/app/email-campaign");
});
