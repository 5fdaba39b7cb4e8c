import { now, nowIso, spanOf, toIso } from "./clock.ts";

/** How long a worker has a file's job before it is taken for dead, unless it renews the lease. */
const LEASE_MS = 120_000;
const RETRY_MS = 1_000;

/** The result of one worker's run of a job that several runs do. */
export type JobRun =
  | { state: "finished" }
  /** Time was up; another run goes on. */
  | { state: "interrupted" }
  /** Another worker is at it. */
  | Busy;
type Busy = { state: "busy"; retryMs: number };

export const leaseEnd = () => toIso(now() + spanOf(LEASE_MS));

/** For a condition: no worker has it, or the one that had it is taken for dead. */
export const isFree = (row: { leaseUntil: unknown }, op: unknown): string => {
  const { notExists, lt } = op as {
    notExists: (attribute: unknown) => string;
    lt: (attribute: unknown, value: string) => string;
  };
  return `(${notExists(row.leaseUntil)} OR ${lt(row.leaseUntil, nowIso())})`;
};

/** To be tried again when the present holder's lease is over; at once where that is not known. */
export function busyUntil(leaseUntil: string | undefined): Busy {
  const until = leaseUntil === undefined ? now() : Date.parse(leaseUntil);
  return { state: "busy", retryMs: Math.max(until - now(), 0) + RETRY_MS };
}
