import { expect, test } from "vitest";
import { anonymousId, pageView, routePattern } from "./page-view.ts";

const AT = Date.UTC(2026, 2, 4, 5, 6, 7);

test("a page view says the route's pattern, an anonymous id and the instant, and nothing else [UX-03]", () => {
  expect(pageView("routes/_app.app.lead.$id.view", "a-b", AT)).toEqual({
    route_pattern: "/app/lead/:id/view",
    anonymous_id: "a-b",
    at: "2026-03-04T05:06:07.000Z",
  });
});

test("layouts and endings that are not in the address are not in the pattern", () => {
  expect(routePattern("routes/_index")).toBe("/");
  expect(routePattern("routes/$")).toBe("/*");
  expect(routePattern("routes/_app.app.email-accounts._index")).toBe("/app/email-accounts");
  expect(routePattern("routes/_app.app.campaign.$parentId.subsequence.$id_.build")).toBe(
    "/app/campaign/:parentId/subsequence/:id/build",
  );
});

test("a browser keeps its id until its storage is emptied, and then has another", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const first = anonymousId(store);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(anonymousId(store)).toBe(first);
  kept.clear();
  expect(anonymousId(store)).not.toBe(first);
});
