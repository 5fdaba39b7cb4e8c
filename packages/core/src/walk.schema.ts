import * as v from "valibot";

/** Where a walk through a campaign's leads stands. */
export const WalkPosition = v.object({ shard: v.number(), leadId: v.number() });
export type WalkPosition = v.InferOutput<typeof WalkPosition>;

/** Where each begins. */
export const WALK_START: WalkPosition = { shard: 0, leadId: 0 };
