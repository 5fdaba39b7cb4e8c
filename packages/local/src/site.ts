import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./config.ts";
import type { Site } from "./http.ts";

/** Loads the pages that `npm run build:web` made. @throws when they have not been built */
export async function loadSite(): Promise<Site> {
  const server = join(root, "web/build/server/index.js");
  if (!existsSync(server)) throw new Error("The pages are not built: run npm run build:web");
  const build = await import(pathToFileURL(server).href);
  // By address: web/ is no package that others import from.
  const { site } = await import(pathToFileURL(join(root, "web/site.ts")).href);
  const app = site(build, "production");
  return { fetch: (request) => app.fetch(request), assets: join(root, "web/build/client") };
}
