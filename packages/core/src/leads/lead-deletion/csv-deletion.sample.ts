import { randomUUID } from "node:crypto";
import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  make: async () => ({ delete_identifier: randomUUID() }),
};
