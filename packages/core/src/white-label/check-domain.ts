import { writeIfExpected } from "@thaw/data/condition";
import { resolveCname } from "@thaw/mail/host/resolve-cname";
import * as v from "valibot";
import { now, spanOf, toIso } from "../clock.ts";
import { config } from "../config.ts";
import { edgeHosts } from "../edge-host/edge-hosts.ts";
import { edgeTenants, type TenantState } from "../edge-host/edge-tenants.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { type DomainState, WhiteLabel } from "./white-label.schema.ts";
import { readWhiteLabel, toWhiteLabel, type WhiteLabelRecord } from "./white-label.ts";

const GONE_MS = 24 * 3_600_000;

type Look = { state: DomainState; problem?: string; goneSince?: string };
/** What was seen outside: whether the CNAME points here (undefined: nobody could be asked), and the certificate. */
type Seen = { pointsHere: boolean | undefined; certificate?: TenantState };

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
  return certificate === "failed"
    ? { state: "PENDING_CERT", problem: "certificate_failed" }
    : { state: "PENDING_CERT" };
}

/**
 * Looks now where the agency's host points and how far its certificate is. Safe to do twice.
 *
 * @throws AppError invalid_transition without a host
 */
export const checkWhiteLabelDomain = operation({
  permission: "clients:write",
  input: v.object({}),
  output: WhiteLabel,
  async run({ accountId }) {
    const before = await readWhiteLabel(accountId);
    if (!before.host) throw new AppError("invalid_transition", "Enter a domain first");
    await lookAt({ ...before, host: before.host });
    return toWhiteLabel(await readWhiteLabel(accountId));
  },
});

async function lookAt(before: WhiteLabelRecord & { host: string }): Promise<void> {
  const { accountId, host } = before;
  const target = config.whiteLabelTarget();
  const names = await resolveCname(host, { servers: config.dnsServers() });
  const pointsHere = names?.includes(target.toLowerCase());
  const certificate = pointsHere ? await edgeTenants().open(host) : undefined;
  const look = nextState(before, { pointsHere, ...(certificate ? { certificate } : {}) }, now());
  // The edge knows a host before anybody is told that it is live.
  if (look.state === "LIVE") await edgeHosts().put(host, accountId);
  const { state, ...known } = look;
  const gone = (["problem", "goneSince"] as const).filter((name) => known[name] === undefined);
  const isWritten = await writeIfExpected(
    WhiteLabelEntity.patch({ accountId })
      .set({ domainState: state, checkedAt: toIso(now()), ...known })
      .remove(gone)
      .where((row, op) => op.eq(row.host, host)),
  );
  const isOut = before.domainState === "LIVE" && state !== "LIVE";
  if (isOut || !isWritten) await edgeHosts().remove(host);
}
