import type { Hono } from "hono";
import type { LoadedRouter } from "./loaded-part.ts";
import type { ApiEnv } from "./respond.ts";

type Router = { at: string; load: () => Promise<Hono<ApiEnv>> };

/** The API by path; the first that holds a path answers it. A cold start loads only the part that its request asks for. */
const ROUTERS: readonly Router[] = [
  { at: "/api/auth", load: async () => (await import("./auth.ts")).auth },
  { at: "/api/oidc", load: async () => (await import("./oidc.ts")).oidc },
  { at: "/api/profile", load: async () => (await import("./profile.ts")).profile },
  { at: "/api/onboarding", load: async () => (await import("./onboarding.ts")).onboarding },
  { at: "/api/get-started", load: async () => (await import("./get-started.ts")).getStarted },
  { at: "/api/plan-details", load: async () => (await import("./plan-details.ts")).planDetails },
  { at: "/api/campaigns", load: async () => (await import("./campaigns.ts")).campaigns },
  {
    at: "/api/campaign-folders",
    load: async () => (await import("./campaign-folders.ts")).campaignFolders,
  },
  { at: "/api/categories", load: async () => (await import("./categories.ts")).categories },
  { at: "/api/team", load: async () => (await import("./team.ts")).team },
  {
    at: "/api/activity-logs",
    load: async () => (await import("./activity-logs.ts")).activityLogs,
  },
  { at: "/api/client", load: async () => (await import("./clients.ts")).clientLoginRoute },
  { at: "/api/clients", load: async () => (await import("./clients.ts")).clients },
  { at: "/api/white-label", load: async () => (await import("./white-label.ts")).whiteLabel },
  { at: "/api/tags", load: async () => (await import("./tags.ts")).tags },
  { at: "/api/tasks", load: async () => (await import("./tasks.ts")).tasks },
  { at: "/api/reminders", load: async () => (await import("./reminders.ts")).reminders },
  { at: "/api/templates", load: async () => (await import("./templates.ts")).templates },
  { at: "/api/aws-s3", load: async () => (await import("./uploads.ts")).uploads },
  { at: "/api/api-keys", load: async () => (await import("./api-keys.ts")).apiKeys },
  { at: "/api/ai", load: async () => (await import("./ai.ts")).ai },
  { at: "/api/inbox", load: async () => (await import("./inbox.ts")).inbox },
  { at: "/api/leads", load: async () => (await import("./leads.ts")).leads },
  { at: "/api/linkedin", load: async () => (await import("./linkedin.ts")).linkedin },
  { at: "/api/mailboxes", load: async () => (await import("./mailboxes.ts")).mailboxes },
  { at: "/api/block-list", load: async () => (await import("./block-list.ts")).blockList },
  { at: "/api/unsubscribe", load: async () => (await import("./unsubscribe.ts")).unsubscribe },
  { at: "/analytics", load: async () => (await import("./analytics.ts")).analytics },
  { at: "/v1/graphql", load: async () => (await import("./graphql.ts")).graphql },
  {
    at: "/api/openapi.json",
    load: async () => (await import("./openapi.ts")).openapi(loadEveryRouter),
  },
  { at: "/", load: async () => (await import("./tracking.ts")).tracking },
];

/** The part that answers a path. */
export async function loadRouter(path: string): Promise<LoadedRouter> {
  const router = ROUTERS.find(({ at }) => `${path}/`.startsWith(at === "/" ? at : `${at}/`));
  if (!router) throw new Error(`No part of the API is at ${path}`);
  return { at: router.at, routes: await router.load() };
}

export async function loadEveryRouter(): Promise<LoadedRouter[]> {
  return Promise.all(ROUTERS.map(async ({ at, load }) => ({ at, routes: await load() })));
}
