import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async () => ({ send_id: "x".repeat(22) }),
  body: () => ({ decision: "send_again" }),
};
