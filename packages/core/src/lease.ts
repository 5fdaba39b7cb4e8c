import { now, nowIso, spanOf, toIso } from "./clock.ts";

/** So long a worker has a file's job before it is taken for dead, unless it says that it is still at it. */
const LEASE_MS = 120_000;
const RETRY_MS = 1_000;

/** What came of one worker's stretch of a job that goes over several. */
export type JobRun =
  | { state: "finished" }
  /** Time was up; another run goes on. */
  | { state: "interrupted" }
  /** Another worker is at it. */
  | Busy;
type Busy = { state: "busy"; retryMs: number };

export const leaseEnd = () => toIso(now() + spanOf(LEASE_MS));

/** For a condition: nobody has it, or whoever had it is taken for dead. */
export const isFree = (row: { leaseUntil: unknown }, op: unknown): string => {
  const { notExists, lt } = op as {
    notExists: (attribute: unknown) => string;
    lt: (attribute: unknown, value: string) => string;
  };
  return `(${notExists(row.leaseUntil)} OR ${lt(row.leaseUntil, nowIso())})`;
};

/** To be tried again when the lease of whoever has it is over; at once where that is not known. */
export function busyUntil(leaseUntil: string | undefined): Busy {
  const until = leaseUntil === undefined ? now() : Date.parse(leaseUntil);
  return { state: "busy", retryMs: Math.max(until - now(), 0) + RETRY_MS };
}
