import type { Permission } from "../../actor.ts";
import { type AccountStatus, type Entitlement, missingEntitlements } from "./account-status.ts";
import type { ActorKind } from "./actor-kind.ts";
import type { Feature } from "./feature.schema.ts";
import { hasFeature } from "./feature.ts";

/** Someone who opens a page. */
export type PageVisitor = {
  kind: Extract<ActorKind, "owner" | "member" | "client" | "nobody">;
  permissions: ReadonlySet<Permission>;
  isEmailVerified: boolean;
  accountStatus: AccountStatus;
  /** One of our own hosts, not an agency's: a client is one only at its agency's. */
  isProviderHost: boolean;
};

const CAMPAIGNS = "/app/email-campaign";
const PROFILE = "/app/settings/profile";
const SUBSCRIPTION = "/app/settings/subscription";
const ONBOARDING = "/app/onboarding";
const LOGIN = "/login";
const CLIENT_LOGIN = "/client-login";
const MAILBOXES = "/app/email-accounts";

/** Pages for visitors alone. An address is verified by anyone who got the mail, signed in or not. */
const VISITOR_PAGES = [
  LOGIN,
  CLIENT_LOGIN,
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/email-magic-link",
];

/** What stays open without a plan (D2.1). */
const WITHOUT_PLAN = [
  SUBSCRIPTION,
  "/app/settings/whitelabelled-client",
  "/app/account-cancellation",
];

type Rule = {
  pages: readonly string[];
  mayOpen: (visitor: PageVisitor) => boolean;
  otherwise: string;
};

const isClient = ({ kind, isProviderHost }: PageVisitor) => kind === "client" && !isProviderHost;
const holds =
  (permission: Permission) =>
  ({ permissions }: PageVisitor) =>
    permissions.has(permission);
const hasPart =
  (entitlement: Entitlement) =>
  ({ accountStatus }: PageVisitor) =>
    !missingEntitlements(accountStatus).includes(entitlement);

/** At our own hosts an agency's client is seen as one of the team, though never as the owner. */
const hasFeatureHere = (feature: Feature) => (visitor: PageVisitor) => {
  const kind = visitor.kind === "client" && !isClient(visitor) ? "member" : visitor.kind;
  return hasFeature(feature, kind, visitor.accountStatus);
};

/** D2.1, 5 to 8: by kind, by role, by plan, by feature. Later rules judge only those whom the ones before let through. */
const RULES: readonly Rule[] = [
  {
    pages: ["/app/settings", "/app/client-views", "/app/client-view"],
    mayOpen: (visitor) => !isClient(visitor),
    otherwise: CAMPAIGNS,
  },
  {
    pages: ["/app/email-campaign/new-campaign", "/app/bulk-email-accounts"],
    mayOpen: holds("campaigns:write"),
    otherwise: CAMPAIGNS,
  },
  { pages: [SUBSCRIPTION], mayOpen: holds("billing:write"), otherwise: PROFILE },
  {
    pages: ["/app/settings/team-members", "/app/settings/activity"],
    mayOpen: holds("team:write"),
    otherwise: PROFILE,
  },
  {
    pages: ["/app/settings/api-keys", "/app/settings/sending"],
    mayOpen: holds("account:write"),
    otherwise: PROFILE,
  },
  {
    pages: ["/app/settings/webhook"],
    mayOpen: hasPart("webhook"),
    otherwise: CAMPAIGNS,
  },
  {
    pages: ["/app/settings/global-block-list", "/app/domain-block-list"],
    mayOpen: hasPart("global_block_list"),
    otherwise: CAMPAIGNS,
  },
  {
    pages: ["/app/client-views", "/app/client-view"],
    mayOpen: hasPart("client_view"),
    otherwise: CAMPAIGNS,
  },
  {
    pages: ["/app/email-accounts-new"],
    mayOpen: hasFeatureHere("smart_senders"),
    otherwise: MAILBOXES,
  },
  {
    pages: ["/app/smart-servers/creation-page"],
    mayOpen: hasFeatureHere("smart_server_owner"),
    otherwise: MAILBOXES,
  },
  {
    pages: ["/app/smart-servers"],
    mayOpen: hasFeatureHere("smart_servers"),
    otherwise: MAILBOXES,
  },
  {
    pages: ["/app/analytics-v2"],
    mayOpen: hasFeatureHere("global_analytics"),
    otherwise: "/app/global-analytics",
  },
  {
    pages: ["/app/email-deliverability"],
    mayOpen: hasFeatureHere("smart_delivery"),
    otherwise: `${CAMPAIGNS}?upgrade=smart_delivery`,
  },
];

const isUnder = (path: string, pages: readonly string[]) =>
  pages.some((page) => path === page || path.startsWith(`${page}/`));

/**
 * Where someone is sent who opens a page that is not theirs, in the order of D2.1: the first that fails decides. They may
 * open where they are sent. Undefined: they may open the page itself.
 */
export function redirectOf(path: string, visitor: PageVisitor): string | undefined {
  const target = guard(path, visitor);
  if (target === undefined) return undefined;
  return redirectOf(pathOf(target), visitor) ?? target;
}

const pathOf = (address: string) => address.split("?", 1)[0] ?? address;

function guard(path: string, visitor: PageVisitor): string | undefined {
  const isAppPage = isUnder(path, ["/app"]);
  if (visitor.kind === "nobody") {
    return isAppPage ? (visitor.isProviderHost ? LOGIN : CLIENT_LOGIN) : undefined;
  }
  if (isAppPage) return visitor.isEmailVerified ? guardInside(path, visitor) : LOGIN;
  return visitor.isEmailVerified && isUnder(path, VISITOR_PAGES) ? CAMPAIGNS : undefined;
}

/** Of the pages inside the product. */
function guardInside(path: string, visitor: PageVisitor): string | undefined {
  const { accountStatus } = visitor;
  if (!accountStatus.isOnboarded) return path === ONBOARDING ? undefined : ONBOARDING;
  if (visitor.isProviderHost && accountStatus.isPlanEnded) return withoutPlan(path, visitor);
  if (path === ONBOARDING) return visitor.kind === "owner" ? "/app/get-started" : CAMPAIGNS;
  return RULES.find(({ pages, mayOpen }) => isUnder(path, pages) && !mayOpen(visitor))?.otherwise;
}

/** Owners go where a plan is chosen; nobody else can, so they see themselves and a notice. */
function withoutPlan(path: string, visitor: PageVisitor): string | undefined {
  if (visitor.permissions.has("billing:write")) {
    return isUnder(path, WITHOUT_PLAN) ? undefined : SUBSCRIPTION;
  }
  const isOpen = path === PROFILE || (path !== SUBSCRIPTION && isUnder(path, WITHOUT_PLAN));
  return isOpen ? undefined : PROFILE;
}
