import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type Routes = ServerBuild["routes"];
export type Screen = NonNullable<Routes[string]>["module"];
type Load = () => Promise<Screen>;
type Place = Parameters<typeof matchRoutes>[0][number];

/** A build of Remix whose screens may be left to be imported on demand, as `screens-on-demand.ts` makes it. */
export type Build = Omit<ServerBuild, "routes"> & {
  routes: Record<string, Omit<NonNullable<Routes[string]>, "module"> & { module: Screen | Load }>;
};

/** What Remix wants to know of a screen before anyone asks for it: which parts it will have. */
function outlineOf(id: string, { assets }: Build): Screen {
  const { hasLoader, hasAction, hasErrorBoundary } = assets.routes[id] ?? {};
  const notLoaded = () => {
    throw new Error(`${id} is not loaded`);
  };
  return {
    default: undefined,
    ...(hasLoader ? { loader: notLoaded } : {}),
    ...(hasAction ? { action: notLoaded } : {}),
    ...(hasErrorBoundary ? { ErrorBoundary: notLoaded } : {}),
  };
}

/** Single fetch asks for the data of `/a` at `/a.data`, and for that of `/` at `/_root.data`. */
const pageOf = (pathname: string) => pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");

function treeOf(routes: Routes, parentId?: string): Place[] {
  return Object.values(routes).flatMap((route): Place[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, caseSensitive } = route;
    const shared = { id, ...(path === undefined ? {} : { path }) };
    if (index) return [{ ...shared, index }];
    return [
      { ...shared, caseSensitive: caseSensitive ?? false, children: treeOf(routes, route.id) },
    ];
  });
}

/**
 * The build as Remix's server takes it, and `load`, which has to be awaited before Remix answers a request: it imports
 * the screens that the address leads through. `dress` sees each screen once, before Remix does.
 */
export function withScreens(
  build: Build,
  dress: (screen: Screen) => Screen,
): { build: ServerBuild; load: (pathname: string) => Promise<void> } {
  const waiting = new Map<string, () => Promise<void>>();
  const routes: Routes = {};
  for (const [id, route] of Object.entries(build.routes)) {
    const source = route.module;
    if (typeof source !== "function") {
      routes[id] = { ...route, module: dress(source) };
      continue;
    }
    const module = outlineOf(id, build);
    routes[id] = { ...route, module };
    waiting.set(id, async () => {
      // Remix keeps the object, so that what was imported has to fill it.
      Object.assign(module, dress(await source()));
      waiting.delete(id);
    });
  }
  const tree = treeOf(routes);
  const load = async (pathname: string) => {
    const matches = matchRoutes(tree, pageOf(pathname), build.basename) ?? [];
    await Promise.all(matches.map(async ({ route }) => await waiting.get(route.id ?? "")?.()));
  };
  return { build: { ...build, routes }, load };
}
