import type { Sample } from "../../../../../tests/support/sample.ts";

export const sample: Sample = {
  body: () => ({ condition: { kind: "reply" } }),
};
