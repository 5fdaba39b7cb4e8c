import { DAY_MS } from "../../duration.ts";
import { findClaim } from "../../kernel/claim/claim.ts";
import { findTrackingHost, isForTracking } from "../../senders/tracking-domain/tracking-host.ts";
import { edgeHosts } from "../edge-host/edge-hosts.ts";
import { edgeTenants } from "../edge-host/edge-tenants.ts";
import { findAgencyHost } from "../white-label/agency-host.ts";
import { hostClaim } from "../white-label/host.ts";
import { nextLook, type Seen, type WatchedHost, waitAfter } from "./domain-status.ts";
import type { HostWatch } from "./host-watch.entity.ts";
import { endTurn, forgetHost, takeTurn } from "./host-watch.ts";
import { pointsHere } from "./points-here.ts";

/**
 * Checks a host. The clock and every change of a host request this. Where the host is in use the edge is updated,
 * otherwise the host is removed from the edge. Safe to run any number of times; of concurrent runs one does the work.
 *
 * @throws whatever the edge or the table threw; the next look is put off as after one without news
 */
export async function lookAtHost(host: string): Promise<void> {
  const turn = await takeTurn(host);
  if (!turn) return;
  try {
    const watched = await findWatched(host);
    await (watched ? look(turn, watched) : giveUp(turn));
  } catch (error) {
    await endTurn(turn, { inMs: waitAfter(turn.tries), tries: turn.tries + 1 });
    throw error;
  }
}

async function findWatched(host: string): Promise<WatchedHost | undefined> {
  const owner = await findClaim(hostClaim(host));
  if (!owner) return undefined;
  const find = isForTracking(owner) ? findTrackingHost : findAgencyHost;
  return find(owner.accountId, host);
}

async function look(turn: HostWatch, watched: WatchedHost): Promise<void> {
  const { host } = turn;
  const cname: Seen = (await watched.look?.()) ?? { pointsHere: await pointsHere(host) };
  const certificate = cname.pointsHere ? await edgeTenants().open(host) : undefined;
  const seen: Seen = { ...cname, ...(certificate ? { certificate } : {}) };
  const found = await watched.write(seen);
  if (!found) return endTurn(turn, { inMs: 0, tries: 0 });
  return endTurn(turn, nextLook(watched.kind, found, found.isNews ? 0 : turn.tries + 1));
}

/** Links in mails that are out keep working as long as the CNAME of their host stays. */
async function giveUp(turn: HostWatch): Promise<void> {
  const { host, kind, tries } = turn;
  await edgeHosts().remove(host);
  const isLinked = kind === "tracking" ? await pointsHere(host) : false;
  if (isLinked) return endTurn(turn, { inMs: DAY_MS, tries: 0 });
  if (isLinked === false && (await edgeTenants().close(host))) return forgetHost(turn);
  return endTurn(turn, { inMs: waitAfter(tries), tries: tries + 1 });
}
