import { expect, test } from "vitest";
import { type Build, type Screen, withScreens } from "./screens.ts";
import { site } from "./site.ts";

const FLAGS = { hasLoader: true, hasAction: false, hasErrorBoundary: false };

/** A layout of two screens, all imported on demand, and the ids of those that were, in turn. */
function built() {
  const imported: string[] = [];
  const answers = (id: string) => async (): Promise<Screen> => {
    imported.push(id);
    return { default: undefined, loader: () => new Response(`${id} answers`) };
  };
  const ids = { layout: undefined, one: "layout", other: "layout" };
  const route = ([id, parentId]: [string, string | undefined]) => {
    const place = parentId ? { parentId, path: id } : { path: "in" };
    return [id, { id, ...place, module: answers(id) }];
  };
  const build = {
    entry: { module: { default: () => new Response() } },
    routes: Object.fromEntries(Object.entries(ids).map(route)),
    assets: {
      entry: { imports: [], module: "" },
      routes: Object.fromEntries(Object.keys(ids).map((id) => [id, { id, ...FLAGS }])),
      url: "",
      version: "",
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: { v3_singleFetch: true },
    isSpaMode: false,
  } as unknown as Build;
  return { build, imported };
}

test("a request imports the screens that its address leads through, each once", async () => {
  const { build, imported } = built();
  const app = site(build, "production");
  expect(imported).toEqual([]);
  for (const _ of [1, 2]) {
    const answer = await app.request("http://localhost/in/one");
    expect(await answer.text()).toBe("one answers");
  }
  expect(imported).toEqual(["layout", "one"]);
});

test("what single fetch asks of a screen imports it too, and the root's address has a name of its own", async () => {
  const { build, imported } = built();
  const app = site(build, "production");
  const answer = await app.request("http://localhost/in/other.data");
  expect(await answer.text()).toContain("other answers");
  expect(imported).toEqual(["layout", "other"]);
  const { load } = withScreens({ ...build, routes: { layout: atRoot(build) } }, (screen) => screen);
  await load("/_root.data");
  expect(imported).toEqual(["layout", "other", "layout"]);
});

function atRoot({ routes: { layout } }: Build) {
  if (!layout) throw new Error("There is no layout");
  return { ...layout, path: "" };
}

test("a screen is dressed before Remix sees it", async () => {
  const { build } = built();
  const { build: made, load } = withScreens(build, (screen) => ({ ...screen, handle: "dressed" }));
  await load("/in/one");
  expect(made.routes["one"]?.module.handle).toBe("dressed");
  expect(made.routes["other"]?.module.handle).toBe(undefined);
});

test("an address without a screen imports none", async () => {
  const { build, imported } = built();
  await withScreens(build, (screen) => screen).load("/no");
  expect(imported).toEqual([]);
});
