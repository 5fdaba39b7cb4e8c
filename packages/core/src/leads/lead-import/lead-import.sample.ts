import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async () => ({ import_id: 1 }),
  body: ({ world }) => ({ file_key: `acct/${world.actor.accountId}/import/x` }),
};
