import { spanOf, toIso } from "../../clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import type { TenantState } from "../edge-host/edge-tenant-store.ts";
import type { HostKind, HostState } from "./host-watch.schema.ts";

const LONGEST_MS = 6 * HOUR_MS;

/**
 * How long a CNAME may be gone, and how often a live host is looked at. An agency's clients come in by bookmarks, which nothing
 * replaces (D14); links of mails go by the product's own host at once.
 */
const RULES = {
  agency: { graceMs: DAY_MS, everyMs: DAY_MS },
  tracking: { graceMs: 0, everyMs: HOUR_MS },
} as const satisfies Record<HostKind, { graceMs: number; everyMs: number }>;

type HostProblem =
  | "dns_unanswered"
  | "no_cname"
  | "no_proof"
  | "certificate_failed"
  | "taken_elsewhere"
  | "cname_is_new";

const PROBLEMS: Partial<Record<TenantState, HostProblem>> = {
  failed: "certificate_failed",
  taken: "taken_elsewhere",
  unproven: "cname_is_new",
};

/** Where a host stood before a look. `goneSince`: since when its CNAME is gone. */
export type DomainStatus = { state: HostState; goneSince?: string | undefined };
/**
 * What was seen outside: whether the CNAME points here (undefined: nobody could be asked), and what the edge says of it.
 * `isUnproven`: it does, and does not count, because it is not shown whose the host is.
 */
export type Seen = {
  pointsHere: boolean | undefined;
  isUnproven?: boolean;
  certificate?: TenantState;
};
export type Look = { state: HostState; problem?: HostProblem; goneSince?: string };

const problemOf = ({ isUnproven }: Seen) => (isUnproven ? "no_proof" : "no_cname");

/** The state that follows from what a check has seen. */
export function nextDomainStatus(
  kind: HostKind,
  before: DomainStatus,
  seen: Seen,
  at: number,
): Look {
  const { state } = before;
  const { pointsHere, certificate } = seen;
  const goneSince = before.goneSince ? { goneSince: before.goneSince } : {};
  if (pointsHere === undefined) return { state, ...goneSince, problem: "dns_unanswered" };
  if (!pointsHere) {
    if (state !== "LIVE") return { state: "PENDING_DNS", problem: problemOf(seen) };
    const since = before.goneSince ?? toIso(at);
    const isOver = at - Date.parse(since) >= spanOf(RULES[kind].graceMs);
    return isOver
      ? { state: "PENDING_DNS", problem: "no_cname" }
      : { state, goneSince: since, problem: "no_cname" };
  }
  if (certificate === "ready") return { state: "LIVE" };
  // The edge was not asked: it goes on as it did.
  if (certificate === undefined && state === "LIVE") return { state };
  const problem = certificate && PROBLEMS[certificate];
  return problem ? { state: "PENDING_CERT", problem } : { state: "PENDING_CERT" };
}

/** One, two, four minutes, up to six hours. */
export const waitAfter = (tries: number) =>
  Math.min(MINUTE_MS * 2 ** Math.min(tries, 20), LONGEST_MS);

/** When to check a host again after a check without news, and how many of those there were. */
export function nextLook(
  kind: HostKind,
  { state, problem }: Pick<Look, "state" | "problem">,
  tries: number,
): { inMs: number; tries: number } {
  const { everyMs } = RULES[kind];
  if (state !== "LIVE") return { inMs: waitAfter(tries), tries };
  return { inMs: problem ? Math.min(HOUR_MS, everyMs) : everyMs, tries: 0 };
}

/** A host that is someone's. */
export type WatchedHost = {
  kind: HostKind;
  /** What is seen of its CNAME, where more than that counts. */
  look?: () => Promise<Seen>;
  /**
   * Records what was seen of it, and does what follows; safe to do twice.
   *
   * @returns undefined when it is not as it was any more: to be looked at anew. `isNews`: its state is another one
   */
  write: (
    seen: Seen,
  ) => Promise<(Pick<Look, "state" | "problem"> & { isNews: boolean }) | undefined>;
};
