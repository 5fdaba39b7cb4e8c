import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async ({ clientId }) => ({ client_id: clientId }),
  bodies: {
    "PUT /api/clients/:client_id": { email: "cy@other.example", permissions: "full_access" },
  },
};
