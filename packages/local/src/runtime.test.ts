import { variable } from "@thaw/core/environment";
import { mayOpenSecrets } from "@thaw/core/kernel/secret/secret-right";
import { app, type FunctionName } from "@thaw/core/manifest";
import { afterEach, expect, test, vi } from "vitest";
import { createInvoke } from "./runtime.ts";

afterEach(() => void vi.unstubAllEnvs());

test("in the one process, too, only functions that the manifest lets open secrets may, each for its own call", async () => {
  vi.stubEnv(variable.encryptionRight, "seal");
  const handler = async () => {
    // Others are called meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 5));
    return mayOpenSecrets();
  };
  const invoke = createInvoke(app, async () => ({ handler }));
  const names = Object.keys(app.functions) as FunctionName[];
  const found = await Promise.all(names.map(async (name) => [name, await invoke(name, {})]));
  const expected = names.map((name) => {
    const { uses } = app.functions[name];
    return [name, "encryption" in uses && uses.encryption === "open"];
  });
  expect(found).toEqual(expected);
  expect(mayOpenSecrets()).toBe(false);
});
