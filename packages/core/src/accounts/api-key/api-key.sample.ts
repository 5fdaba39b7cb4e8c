import type { Sample } from "../../../../../tests/support/sample.ts";
import { createApiKey } from "./api-key.ts";

export const sample: Sample = {
  make: async ({ world, mark }) => ({
    key_id: (await createApiKey(world.actor, { name: mark })).id,
  }),
};
