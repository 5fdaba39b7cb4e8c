import { config } from "@thaw/core/config";
import { Hono } from "hono";
import { type DescribedRoute, describeApi } from "./api-document.ts";
import { taggedAnswer } from "./entity-tag.ts";
import type { LoadedRouter } from "./loaded-part.ts";
import type { ApiEnv } from "./respond.ts";

/** The API's own description, put together when someone first asks for it. */
export function openapi(loadParts: () => Promise<LoadedRouter[]>): Hono<ApiEnv> {
  let document: Promise<string> | undefined;
  const describe = async () => {
    const described = describeApi(routesOf(await loadParts()));
    return JSON.stringify({ ...described, "x-services": config.serviceUrls() });
  };
  return new Hono<ApiEnv>().get("/", async (c) => {
    document ??= describe();
    return taggedAnswer(c, await document);
  });
}

function routesOf(routers: readonly LoadedRouter[]): DescribedRoute[] {
  const api = new Hono<ApiEnv>();
  for (const { at, routes } of routers) api.route(at, routes);
  return api.routes;
}
