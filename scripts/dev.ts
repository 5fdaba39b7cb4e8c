// `npm run dev`, on the right Node: see dev.mjs.
import { join } from "node:path";
import { createServer } from "vite";
import { readSettings } from "../packages/local/src/config.ts";
import { freePort } from "../packages/local/src/free-port.ts";
import type { Site } from "../packages/local/src/http.ts";
import type { Load } from "../packages/local/src/runtime.ts";
import { serve } from "../packages/local/src/serve.ts";

const root = join(import.meta.dirname, "..");
const web = join(root, "web");

/**
 * One module graph for the screens and the functions. A change takes away what was loaded of its file and of those that import
 * it; the next request, queue message or tick loads them again.
 */
const vite = await createServer({
  root: web,
  configFile: join(web, "vite.config.ts"),
  // Inside the product's own server; open pages hear of changes by a port apart.
  server: { middlewareMode: true, hmr: { host: "127.0.0.1", port: await freePort() } },
  appType: "custom",
});

const load: Load = (entry) => vite.ssrLoadModule(join(root, `${entry}.ts`)) as ReturnType<Load>;

async function site(): Promise<Site> {
  const fetch: Site["fetch"] = async (request) => {
    const build = await vite.ssrLoadModule("virtual:remix/server-build");
    const { site: pages } = await vite.ssrLoadModule(join(web, "site.ts"));
    // Remix's own "development" walks the whole graph for styles at every page, which takes seconds: scripts bring them instead.
    return pages(build, "production").fetch(request);
  };
  return { fetch, assets: join(web, "public"), before: vite.middlewares };
}

await serve(() => {
  const settings = readSettings([...process.argv.slice(2), "--demo"], process.env);
  return { ...settings, load, site };
});
