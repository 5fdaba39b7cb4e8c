import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async () => ({ identity_id: "0".repeat(64) }),
};
