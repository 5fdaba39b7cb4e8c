import * as v from "valibot";

/** How many times as fast as real time the demo world can run. */
export const DEMO_SPEEDS = [1, 60, 600] as const;
export type DemoSpeed = (typeof DEMO_SPEEDS)[number];

export const SetDemoSpeed = v.object({
  speed: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.transform(Number))]),
    v.picklist(DEMO_SPEEDS),
  ),
});
