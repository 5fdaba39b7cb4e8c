import { afterEach, expect, test, vi } from "vitest";
import { NO_EDGE_TENANTS } from "../../environment.ts";
import { edgeTenants } from "./edge-tenants.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a stage without a domain answers for no host of an agency, and says so instead of taking it for ready", async () => {
  vi.stubEnv("EDGE_TENANTS", NO_EDGE_TENANTS);
  expect(await edgeTenants().open("outreach.acme.example")).toBe("failed");
  expect(await edgeTenants().close("outreach.acme.example")).toBe(true);
});

test("on one machine every host is ready at once", async () => {
  vi.stubEnv("EDGE_TENANTS", "file:");
  expect(await edgeTenants().open("outreach.acme.example")).toBe("ready");
});
