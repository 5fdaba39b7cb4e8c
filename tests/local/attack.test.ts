import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadThemes } from "../attack/support/themes.ts";
import { startWorld } from "../attack/support/world.ts";

// The quick part of `npm run attack`.
let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

for (const { name, attacks } of await loadThemes()) {
  describe(name, () => {
    for (const attack of attacks.filter(({ isSlow }) => !isSlow)) {
      test(attack.name, async () => {
        const { held, seen } = await attack.run(world);
        expect(held, seen).toBe(true);
      });
    }
  });
}
