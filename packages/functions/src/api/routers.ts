import type { LazyRouter, LoadedRouter } from "./loaded-part.ts";
import { ROUTERS } from "./router-list.ts";

const DESCRIBED_AT = "/api/openapi.json";
/** The description of all of them. */
const DESCRIPTION: LazyRouter = {
  at: DESCRIBED_AT,
  load: async () => (await import("./openapi.ts")).openapi(DESCRIBED_AT, loadEveryRouter),
};

/** The API by path: the longest that holds a path answers it. A cold start loads only the part that its request asks for. */
const ALL: readonly LazyRouter[] = [DESCRIPTION, ...ROUTERS];

/** The part that answers a path. */
export async function loadRouter(path: string): Promise<LoadedRouter> {
  const router = ALL.find(({ at }) => `${path}/`.startsWith(at === "/" ? at : `${at}/`));
  if (!router) throw new Error(`No part of the API is at ${path}`);
  return { at: router.at, routes: await router.load() };
}

export async function loadEveryRouter(): Promise<LoadedRouter[]> {
  return Promise.all(ALL.map(async ({ at, load }) => ({ at, routes: await load() })));
}
