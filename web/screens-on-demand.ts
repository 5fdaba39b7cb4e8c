import type { Plugin } from "vite";

/** All but the root, which every page needs. */
const SCREEN = /import \* as (route\d+) from ("(?:[^"](?!\/root\.tsx"))+");/g;

/**
 * The server's build imports each screen when it is first asked for (`screens.ts`), where Remix would import them all
 * at once: a cold start, and every start while developing, would load the code of seventy screens to draw one.
 */
export function screensOnDemand(): Plugin {
  return {
    name: "screens-on-demand",
    transform(code, id) {
      if (!id.endsWith("virtual:remix/server-build")) return null;
      const changed = code.replace(SCREEN, "const $1 = () => import($2);");
      if (changed === code) this.error("Remix's server build has changed: it imports no screens");
      return { code: changed, map: null };
    },
  };
}
