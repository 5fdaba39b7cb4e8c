// `npm run pages`: how much JavaScript each screen loads before anything is clicked, against its budget. Words and what is
// fetched when it is opened (dialogs, charts, the mail editor) are not counted.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { buildPages } from "./build-pages.ts";

type Module = { module: string; imports?: string[] };
type Route = Module & { id: string; parentId?: string; path?: string; index?: boolean };
/** What the browser is told of the build; `imports` are all that a module needs, however deep. */
type Manifest = { entry: Module; routes: Record<string, Route> };

const CLIENT = "web/build/client";
/** Where signing in leads. */
const FIRST = "routes/_app.app.email-campaign.all";
const FIRST_KB = 190;
/** How much more any other screen may need. */
const MORE_KB = 60;

buildPages();
const { entry, routes } = readManifest();
const sizes = new Map<string, number>();

function readManifest(): Manifest {
  const [file] = globSync(`${CLIENT}/assets/manifest-*.js`);
  if (!file) throw new Error(`${CLIENT} holds no manifest: run npm run build:web`);
  const script = readFileSync(file, "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)) as Manifest;
}

/** The route and the layouts around it, outermost first. */
function withLayouts(route: Route): Route[] {
  const parent = route.parentId ? routes[route.parentId] : undefined;
  return parent ? [...withLayouts(parent), route] : [route];
}

/** Everything that the screen loads, layouts included. */
const filesOf = (route: Route) =>
  new Set(
    [entry, ...withLayouts(route)].flatMap(({ module, imports = [] }) => [module, ...imports]),
  );

function kilobytes(files: readonly string[]): number {
  let bytes = 0;
  for (const file of files) {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(CLIENT, file))).length;
    sizes.set(file, size);
    bytes += size;
  }
  return bytes / 1024;
}

const addressOf = (route: Route) =>
  `/${withLayouts(route)
    .map((each) => each.path)
    .filter(Boolean)
    .join("/")}`;

/** Layouts and addresses that only pass on or answer with data draw nothing of their own. */
function isScreen({ id, module }: Route): boolean {
  const isLayout = Object.values(routes).some(({ parentId }) => parentId === id);
  const hasCode = readFileSync(path.join(CLIENT, module)).length > 100;
  return hasCode && (!isLayout || id === "routes/_app.app.master-inbox");
}

const first = routes[FIRST];
if (!first) throw new Error(`There is no ${FIRST}`);
const known = filesOf(first);
let over = 0;
console.log("JavaScript of each screen, kB gzip\nin all  besides the first");
for (const route of Object.values(routes).filter(isScreen).toSorted(byAddress)) {
  const files = [...filesOf(route)];
  const all = kilobytes(files);
  const more = kilobytes(files.filter((file) => !known.has(file)));
  const isOver = all > (route === first ? FIRST_KB : FIRST_KB + MORE_KB);
  if (isOver) over += 1;
  const figures = [all, more].map((figure) => figure.toFixed(1).padStart(6)).join("  ");
  console.log(`${figures}  ${isOver ? "OVER" : "    "}  ${addressOf(route)}`);
}
console.log(`Budget: ${FIRST_KB} for ${addressOf(first)}, ${MORE_KB} more for any other`);
process.exitCode = over > 0 ? 1 : 0;

function byAddress(one: Route, other: Route): number {
  return addressOf(one).localeCompare(addressOf(other));
}
