import { expect, test } from "vitest";
import { createApi } from "./app.ts";
import { assemble } from "./assemble.ts";
import { loadRouter } from "./routers.ts";

test("the part that a path loads answers every route of that path", async () => {
  const routes = createApi().routes.filter(({ path }) => !path.endsWith("*"));
  expect(routes.length).toBeGreaterThan(50);
  for (const { method, path } of routes) {
    const part = assemble([await loadRouter(path)]);
    expect(
      part.routes.some((route) => route.method === method && route.path === path),
      `${method} ${path}`,
    ).toBe(true);
  }
});

test("a path that is not there is answered by no part", async () => {
  for (const path of ["/api/authority/me", "/api/nothing", "/nothing"]) {
    const part = assemble([await loadRouter(path)]);
    expect((await part.request(path)).status, path).toBe(404);
  }
});
