import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async ({ memberId }) => ({ member_id: memberId }),
  bodies: {
    "PUT /api/team/:member_id/role": { role: "ADMIN_ACCESS" },
    "PUT /api/team/:member_id/assignments": { is_assigned: true },
  },
};
