import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async ({ owner }) => ({ session_id: owner.sessionId ?? "" }),
};
