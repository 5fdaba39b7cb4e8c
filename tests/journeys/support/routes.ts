import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROUTES = join(import.meta.dirname, "../../../web/app/routes");

/** Drawn around the screens below them. */
const LAYOUTS = new Set([
  "_app.app.campaign.$parentId.subsequence.$id",
  "_app.app.email-account.$id",
  "_app.app.email-campaign.$id",
  "_app.app.integrations",
  "_app.app.settings",
]);

/** The folders of web/app/routes that draw a screen of their own. */
export function screenRoutes(): string[] {
  return readdirSync(ROUTES).filter(
    (route) =>
      /^_(app|auth)\./.test(route) &&
      hasPage(join(ROUTES, route, "route.tsx")) &&
      !LAYOUTS.has(route),
  );
}

/** The addresses of all screens inside the product, with 1 for each id; not those that no screen has. */
export function appPaths(): string[] {
  return screenRoutes()
    .map((route) => route.replace(/^_(app|auth)\./, "").replace(/\._index$/, ""))
    .filter((route) => route.startsWith("app.") && !route.endsWith(".$"))
    .map((route) => {
      const parts = route.split(".").map((part) => part.replace(/_$/, ""));
      return `/${parts.map((part) => (part.startsWith("$") ? "1" : part)).join("/")}`;
    });
}

function hasPage(file: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8").includes("export default");
}
