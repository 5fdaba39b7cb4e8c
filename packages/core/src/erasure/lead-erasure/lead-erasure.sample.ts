import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async () => ({ erasure_id: 1 }),
  body: () => ({ reason: "Taken over" }),
};
