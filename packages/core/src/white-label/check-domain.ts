import { commitIfExpected } from "@thaw/data/transact";
import { resolveCname } from "@thaw/mail/host/resolve-cname";
import * as v from "valibot";
import { now, spanOf, toIso } from "../clock.ts";
import { config } from "../config.ts";
import type { TenantState } from "../edge-host/edge-tenants.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import { queueLooks, watchHost } from "./host-watch.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { type DomainState, WhiteLabel } from "./white-label.schema.ts";
import { readWhiteLabel, toWhiteLabel, type WhiteLabelRecord } from "./white-label.ts";

const GONE_MS = 24 * 3_600_000;

export type Domain = WhiteLabelRecord & { host: string };
type Look = { state: DomainState; problem?: string; goneSince?: string };
/** What was seen outside: whether the CNAME points here (undefined: nobody could be asked), and what the edge says of it. */
export type Seen = { pointsHere: boolean | undefined; certificate?: TenantState };

const PROBLEMS: Partial<Record<TenantState, string>> = {
  failed: "certificate_failed",
  taken: "taken_elsewhere",
  unproven: "cname_is_new",
};

/** What a look makes of where a host stood (D14). */
export function nextState(
  before: Pick<WhiteLabelRecord, "domainState" | "goneSince">,
  { pointsHere, certificate }: Seen,
  at: number,
): Look {
  const state = before.domainState;
  const goneSince = before.goneSince ? { goneSince: before.goneSince } : {};
  if (pointsHere === undefined) return { state, ...goneSince, problem: "dns_unanswered" };
  if (!pointsHere) {
    if (state !== "LIVE") return { state: "PENDING_DNS", problem: "no_cname" };
    const since = before.goneSince ?? toIso(at);
    const isOver = at - Date.parse(since) >= spanOf(GONE_MS);
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

/**
 * Looks now where the agency's host points. What the edge makes of it follows by itself, and from the beginning: whoever asks
 * has changed something. Safe to do twice.
 *
 * @throws AppError invalid_transition without a host
 */
export const checkWhiteLabelDomain = operation({
  permission: "clients:write",
  input: v.object({}),
  output: WhiteLabel,
  async run({ accountId }) {
    const { host, ...before } = await readWhiteLabel(accountId);
    if (!host) throw new AppError("invalid_transition", "Enter a domain first");
    await writeLook({ ...before, host }, { pointsHere: await pointsHere(host) }, [watchHost(host)]);
    await queueLooks([host]);
    return toWhiteLabel(await readWhiteLabel(accountId));
  },
});

/** Undefined when nobody could be asked. */
export async function pointsHere(host: string): Promise<boolean | undefined> {
  const names = await resolveCname(host, { servers: config.dnsServers() });
  return names?.includes(config.whiteLabelTarget().toLowerCase());
}

/** Writes down what was seen, together with `others`, unless the host or its state is another one by now. */
export async function writeLook(
  before: Domain,
  seen: Seen,
  others: Parameters<typeof commitIfExpected>[0] = [],
): Promise<Look & { isWritten: boolean }> {
  const look = nextState(before, seen, now());
  const { state, ...known } = look;
  const breaks = before.domainState === "LIVE" && state !== "LIVE";
  const mended = state === "LIVE" ? (["brokenAt", "toldOf"] as const) : [];
  const gone = (["problem", "goneSince"] as const).filter((name) => known[name] === undefined);
  const isWritten = await commitIfExpected([
    WhiteLabelEntity.patch({ accountId: before.accountId })
      .set({
        domainState: state,
        checkedAt: toIso(now()),
        ...known,
        ...(breaks ? { brokenAt: toIso(now()) } : {}),
      })
      .remove([...gone, ...mended])
      .where(
        (row, op) =>
          `${op.eq(row.host, before.host)} AND ${op.eq(row.domainState, before.domainState)}`,
      ),
    ...others,
  ]);
  return { ...look, isWritten };
}
