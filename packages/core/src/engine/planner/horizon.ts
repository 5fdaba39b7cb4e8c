import { MINUTE_MS } from "../../duration.ts";

/** How far ahead a trigger run plans at most: the longest delay of a queue (SQS DelaySeconds: 900). */
export const HORIZON_MS = 15 * MINUTE_MS;
