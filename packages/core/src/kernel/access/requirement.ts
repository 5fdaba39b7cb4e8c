import type { Permission } from "./permission.schema.ts";

/**
 * `public` needs nobody to be signed in, `signed_in` anyone whatever their role; `system` is for queues, clocks and the
 * stream alone.
 */
export type Requirement = Permission | "public" | "signed_in" | "system";
