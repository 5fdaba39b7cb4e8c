import type { Sample } from "../../../../../tests/support/sample.ts";
import { createLeadExport } from "./lead-export.ts";

export const sample: Sample = {
  make: async ({ owner }) => ({ export_id: (await createLeadExport(owner, {})).id }),
};
