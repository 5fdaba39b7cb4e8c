import { expect, test } from "vitest";
import { createRouter } from "./routes.ts";

const find = createRouter({
  "ANY /api/{proxy+}": "api",
  "GET /api/ready": "onTick",
  "ANY /u/{token}": "onSend",
  "POST /u/{token}": "onPoll",
});

test("the most exact route wins, then the named method", () => {
  expect(find("GET", "/api/ready")?.consumer).toBe("onTick");
  expect(find("POST", "/api/ready")?.consumer).toBe("api");
  expect(find("GET", "/u/t")?.consumer).toBe("onSend");
  expect(find("POST", "/u/t")?.consumer).toBe("onPoll");
});

test("a parameter is one part of a path, decoded; a greedy one is all that is left", () => {
  expect(find("GET", "/u/a%2Fb")?.route.parameters).toEqual({ token: "a/b" });
  expect(find("GET", "/u/a/b")).toBeUndefined();
  expect(find("GET", "/api/v1/leads/7")?.route.parameters).toEqual({ proxy: "v1/leads/7" });
  expect(find("GET", "/apinot/x")).toBeUndefined();
});
