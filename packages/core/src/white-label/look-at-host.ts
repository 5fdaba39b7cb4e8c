import { writeIfExpected } from "@thaw/data/condition";
import { findUser } from "../account/user.ts";
import { findClaim } from "../claim/claim.ts";
import { edgeHosts } from "../edge-host/edge-hosts.ts";
import { edgeTenants } from "../edge-host/edge-tenants.ts";
import { mailBrokenDomain } from "./broken-domain-mail.ts";
import { type Domain, pointsHere, writeLook } from "./check-domain.ts";
import { hostClaim } from "./host.ts";
import type { HostWatch } from "./host-watch.entity.ts";
import { endTurn, forgetHost, takeTurn } from "./host-watch.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { readWhiteLabel } from "./white-label.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_MS = 6 * HOUR_MS;

/** One, two, four minutes, up to six hours. */
export const waitAfter = (tries: number) =>
  Math.min(MINUTE_MS * 2 ** Math.min(tries, 20), LONGEST_MS);

/**
 * What the clock and whoever changes a host have done: an agency's host is looked at, and the edge told what to make of it; one
 * that is nobody's is taken away from the edge. Any number of times, at any moment; of those at the same moment one does it.
 *
 * @throws whatever the edge or the table threw; the next look is put off as after one without news
 */
export async function lookAtHost(host: string): Promise<void> {
  const turn = await takeTurn(host);
  if (!turn) return;
  try {
    const domain = await findDomain(host);
    await (domain ? look(turn, domain) : giveUp(turn));
  } catch (error) {
    await endTurn(turn, { inMs: waitAfter(turn.tries), tries: turn.tries + 1 });
    throw error;
  }
}

async function findDomain(host: string): Promise<Domain | undefined> {
  const owner = await findClaim(hostClaim(host));
  const label = owner && (await readWhiteLabel(owner.accountId));
  return label?.host === host ? { ...label, host } : undefined;
}

async function look(turn: HostWatch, before: Domain): Promise<void> {
  const { host, accountId } = before;
  const isHere = await pointsHere(host);
  const certificate = isHere ? await edgeTenants().open(host) : undefined;
  const seen = { pointsHere: isHere, ...(certificate ? { certificate } : {}) };
  // The edge knows a host before anybody is told that it is live.
  if (certificate === "ready") await edgeHosts().put(host, accountId);
  const { state, problem, isWritten } = await writeLook(before, seen);
  if (!isWritten) return endTurn(turn, { inMs: 0, tries: 0 });
  if (state !== "LIVE") await tellOfBreak(host, accountId);
  const tries = state === before.domainState ? turn.tries + 1 : 0;
  const liveMs = problem ? HOUR_MS : DAY_MS;
  return endTurn(turn, { inMs: state === "LIVE" ? liveMs : waitAfter(tries), tries });
}

/** A host that was live is so no more. Its owner is told once; whoever dies before it is followed by the next look. */
async function tellOfBreak(host: string, accountId: number): Promise<void> {
  const { brokenAt, toldOf } = await readWhiteLabel(accountId);
  if (brokenAt === undefined || toldOf === brokenAt) return;
  await edgeHosts().remove(host);
  const owner = await findUser({ accountId, userId: accountId });
  if (owner) await mailBrokenDomain(owner, host);
  await writeIfExpected(
    WhiteLabelEntity.patch({ accountId })
      .set({ toldOf: brokenAt })
      .where((row, op) => op.eq(row.brokenAt, brokenAt)),
  );
}

async function giveUp(turn: HostWatch): Promise<void> {
  await edgeHosts().remove(turn.host);
  if (await edgeTenants().close(turn.host)) return forgetHost(turn);
  return endTurn(turn, { inMs: waitAfter(turn.tries), tries: turn.tries + 1 });
}
