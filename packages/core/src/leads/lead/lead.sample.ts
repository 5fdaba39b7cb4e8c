import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async ({ world }) => ({ lead_id: world.leadIds[0] ?? 0 }),
  body: ({ world }) => ({
    lead_id: world.leadIds[0],
    lead_ids: world.leadIds,
    leads: [{ email: "new@prospect.example" }],
  }),
};
