import type { Plugin, Rollup } from "vite";

type Graph = Pick<Rollup.PluginContext, "getModuleInfo" | "getModuleIds">;
type Name = { name?: string };
type Statement = {
  type: string;
  source?: { value: string } | null;
  specifiers?: readonly { imported?: Name; local?: Name; exported?: Name }[];
};

const SCREEN = "?__remix-build-client-route";
const START = /\/app\/(?:entry\.client|root)\.tsx/;
/** What changes least: browsers keep it from one version to the next. */
const LIBRARIES = /node_modules\/(?:@remix-run|react|react-dom|react-router|react-router-dom)\//;
/** What so large a part of the screens needs is worth one file for all of them. */
const OFTEN = 0.45;
/** A module that re-exports so much is the front door of a package: taking one thing from it is no use of the others. */
const FRONT_DOOR = 50;

/** Each statement that names another module, with the id of that. */
function linksOf(graph: Graph, id: string): { statement: Statement; to: string }[] {
  const info = graph.getModuleInfo(id);
  const body = (info?.ast as { body?: Statement[] } | null | undefined)?.body ?? [];
  const naming = body.filter(({ source }) => source);
  const sources = [...new Set(naming.map(({ source }) => source?.value))];
  return naming.flatMap((statement) => {
    const to = info?.importedIds[sources.indexOf(statement.source?.value)];
    return to === undefined ? [] : [{ statement, to }];
  });
}

/** Where each name of a package comes from, if the module is its front door. */
function doorOf(graph: Graph, id: string): Map<string, string> | undefined {
  const exporting = linksOf(graph, id).filter(
    ({ statement: { type } }) => type === "ExportNamedDeclaration",
  );
  if (exporting.length < FRONT_DOOR) return undefined;
  return new Map(
    exporting.flatMap(({ statement: { specifiers = [] }, to }) =>
      specifiers.map(({ exported }): [string, string] => [exported?.name ?? "", to]),
    ),
  );
}

/** Finds every module that others need, however deep; what is imported on demand is not among them. */
function reachIn(graph: Graph) {
  const doors = new Map<string, Map<string, string> | undefined>();
  const needs = new Map<string, string[]>();
  const door = (id: string) => {
    if (!doors.has(id)) doors.set(id, doorOf(graph, id));
    return doors.get(id);
  };
  const needsOf = (id: string): string[] => {
    const known = needs.get(id);
    if (known) return known;
    const found = linksOf(graph, id).flatMap(({ statement: { specifiers = [] }, to }) => {
      // Imported for what it does, and not for a name: nothing, in most packages.
      if (specifiers.length === 0) return graph.getModuleInfo(to)?.moduleSideEffects ? [to] : [];
      const names = specifiers.map(({ imported, local }) => (imported ?? local)?.name ?? "");
      return names.map((name) => door(to)?.get(name) ?? to);
    });
    needs.set(id, found);
    return found;
  };
  return (from: readonly string[]): Set<string> => {
    const seen = new Set(from);
    for (const id of seen) for (const next of needsOf(id)) seen.add(next);
    return seen;
  };
}

/** What many screens need: the parts of dialogs and menus. */
function neededOften(ids: readonly string[], reach: (from: string[]) => Set<string>): string[] {
  const times = new Map<string, number>();
  const screens = ids.filter((id) => id.endsWith(SCREEN));
  for (const screen of screens) {
    for (const id of reach([screen])) times.set(id, (times.get(id) ?? 0) + 1);
  }
  return [...times].flatMap(([id, count]) => (count >= OFTEN * screens.length ? id : []));
}

/** The chunk of each module that the first screen needs, or many others. */
function plan(graph: Graph): Map<string, string> {
  const ids = [...graph.getModuleIds()];
  const reach = reachIn(graph);
  const of = (part: string) => reach(ids.filter((id) => id.includes(part) && id.endsWith(SCREEN)));
  const page = reach(ids.filter((id) => START.test(id)));
  const [auth, shell, list] = [
    of("/routes/_auth"),
    of("/routes/_app/"),
    of("/routes/_app.app.email-campaign.all/"),
  ];
  // With all that they need themselves, so that no two files need each other.
  const libraries = reach([...page].filter((id) => LIBRARIES.test(id)));
  const chunkOf = (id: string) => {
    if (libraries.has(id)) return "libraries";
    if (page.has(id)) return "page";
    if (auth.has(id)) return "common";
    return shell.has(id) ? "shell" : "list";
  };
  const isEntry = (id: string) => id.endsWith(SCREEN) || START.test(id);
  const shared = [...page, ...shell, ...list].filter((id) => !isEntry(id));
  const chunks = new Map(shared.map((id) => [id, chunkOf(id)]));
  for (const id of neededOften(ids, reach)) if (!chunks.has(id)) chunks.set(id, "often");
  return chunks;
}

/**
 * Puts what the first screens need into a few files. Rollup makes one of everything that is shared differently: a hundred
 * for the list of campaigns, which together are a sixth larger and are asked for one by one.
 */
export function sharedChunks(): Plugin {
  let chunks: Map<string, string> | undefined;
  const manualChunks = (id: string, graph: Graph) => {
    chunks ??= plan(graph);
    return chunks.get(id);
  };
  return {
    name: "shared-chunks",
    apply: "build",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild
        ? {}
        : {
            build: { rollupOptions: { output: { manualChunks, onlyExplicitManualChunks: true } } },
          },
  };
}
