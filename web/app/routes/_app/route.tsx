import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunction, useRouteLoaderData } from "@remix-run/react";
import { getSendingState } from "@thaw/core/accounts/sending-stop/sending-stop";
import { getGuidance } from "@thaw/core/accounts/user/guidance";
import { shownName } from "@thaw/core/accounts/user/shown-name";
import { getCurrentUser } from "@thaw/core/accounts/user/user";
import type { Actor, Permission } from "@thaw/core/actor";
import { listGuardPauses } from "@thaw/core/campaigns/campaign/guard-pause";
import { countOpenTasks } from "@thaw/core/inbox/task/task-list";
import { countUnread } from "@thaw/core/inbox/thread/thread";
import { getGetStarted } from "@thaw/core/workspace/get-started/get-started";
import { type ReactNode, useEffect } from "react";
import { isReadAnew } from "../../revalidate.ts";
import { clientViewOf, optionalActor, requireActor } from "../../session.server.ts";
import { ClientViewNotice } from "../../shell/client-view-notice.tsx";
import { ErrorScreen } from "../../shell/error-screen.tsx";
import { Frame } from "../../shell/frame.tsx";
import { PlanNotice } from "../../shell/plan-notice.tsx";
import { SECTIONS } from "../../shell/sections.ts";
import { SendingNotice } from "../../shell/sending-notice.tsx";
import { ShellKeys } from "../../shell/shell-keys.tsx";
import { useAccessWatch } from "../../shell/use-access-watch.ts";
import { useGuardPauses } from "../../shell/use-guard-pauses.ts";
import { useUnread } from "../../shell/use-unread.ts";
import type { AppData } from "../../state/app-data.ts";
import { rememberPreference, usePreferences } from "../../state/preferences.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  // Where nothing is, visitors are told so rather than led to the login page.
  if ("*" in params && !(await optionalActor(request))) return null;
  const actor = await requireActor(request);
  const isClient = actor.scope.kind === "client";
  // An agency's clients keep looking at what is theirs.
  const isPlanEnded = !isClient && (actor.accountStatus?.isPlanEnded ?? false);
  const may = (permission: Permission) => !isPlanEnded && actor.permissions.has(permission);
  const hasInbox = may("inbox:read");
  const mayList = may("campaigns:read");
  const [badges, begun, guidance, user, sending] = await Promise.all([
    readBadges(actor, { hasInbox, mayList }),
    mayList && !isClient ? getGetStarted(actor, {}) : null,
    getGuidance(actor, {}),
    getCurrentUser(actor, {}),
    may("account:read") ? getSendingState(actor, {}) : null,
  ]);
  const { id, name, email, profile_pic_url: picture } = user;
  const known = {
    permissions: [...actor.permissions],
    isPlanEnded,
    isClient,
    viewed: isClient ? await viewedClient(request) : null,
    isGettingStarted: begun !== null && !begun.is_complete,
    ...badges,
    sending,
    userId: id,
    hints: {
      areWanted: guidance.show_guidance,
      putAway: Object.keys(guidance.user_ui_status),
    },
    person: { name: shownName({ name, email }), email, picture },
  };
  return known satisfies AppData;
}

/** What the navigation counts; null for what someone has no part in. */
async function readBadges(
  actor: Actor,
  { hasInbox, mayList }: Record<"hasInbox" | "mayList", boolean>,
) {
  const [inbox, tasks, paused] = await Promise.all([
    hasInbox ? countUnread(actor, {}) : null,
    hasInbox ? countOpenTasks(actor, {}) : null,
    mayList ? listGuardPauses(actor, {}) : null,
  ]);
  return {
    unread: inbox && inbox.unread,
    openTasks: tasks && tasks.open,
    guardPauses: paused && paused.items,
  };
}

/** Whom someone looks through the eyes of. */
async function viewedClient(request: Request) {
  const signedIn = await optionalActor(request);
  const view = signedIn && (await clientViewOf(request, signedIn));
  return view?.client ?? null;
}

/** Moving between screens changes nothing here; a submitted form may. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formMethod ? isReadAnew(change) : change.currentUrl.href === change.nextUrl.href;

/** Tells the server the browser's time zone, so that the next page shows times in it. */
function useTimeZone() {
  const known = usePreferences().timeZone;
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own && own !== known) rememberPreference("thaw_tz", own);
  }, [known]);
}

function Shell({ children }: { children: ReactNode }) {
  // An error of this very layout leaves no data, nor is there any for a visitor at an address of nothing: the page stands alone.
  const data = useRouteLoaderData<typeof loader>("routes/_app");
  useTimeZone();
  const unread = useUnread(data?.unread ?? null);
  const pausedByGuard = useGuardPauses(data?.guardPauses ?? null);
  useAccessWatch(data?.userId);
  if (!data) return <main>{children}</main>;
  const { permissions, person, openTasks, isPlanEnded, isGettingStarted, isClient, viewed } = data;
  const { sending } = data;
  const sections = SECTIONS.filter(
    ({ permission, isUntilStarted, isForClients }) =>
      !isPlanEnded &&
      permissions.includes(permission) &&
      (!isUntilStarted || isGettingStarted) &&
      (!isForClients || isClient),
  );
  return (
    <Frame
      sections={sections}
      counts={{ unread, openTasks, pausedByGuard }}
      person={person}
      hasSettings={!isClient}
    >
      {viewed ? <ClientViewNotice name={viewed.name} /> : null}
      <PlanNotice isEnded={isPlanEnded} canPay={permissions.includes("billing:write")} />
      {sending?.is_stopped ? (
        <SendingNotice state={sending} canChange={permissions.includes("account:write")} />
      ) : null}
      {children}
      <ShellKeys sections={sections} permissions={permissions} hasSettings={!isClient} />
    </Frame>
  );
}

export default function AppLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorScreen />
    </Shell>
  );
}
