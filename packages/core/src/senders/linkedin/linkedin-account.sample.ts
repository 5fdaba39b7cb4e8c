import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async () => ({ linkedin_account_id: 1 }),
};
