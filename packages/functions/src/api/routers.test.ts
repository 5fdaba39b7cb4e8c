import { expect, test } from "vitest";
import { createApi } from "./app.ts";
import { assemble } from "./assemble.ts";
import { loadRouter } from "./routers.ts";

test("the router that a path loads answers every route of that path", async () => {
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

test("an unknown path is answered by no router", async () => {
  for (const path of ["/api/authority/me", "/api/nothing", "/nothing"]) {
    const part = assemble([await loadRouter(path)]);
    expect((await part.request(path)).status, path).toBe(404);
  }
});
