import { writeIfExpected } from "@thaw/data/condition";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { now, nowIso, spanOf } from "../../clock.ts";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { edgeHosts } from "../edge-host/edge-hosts.ts";
import {
  type Look,
  nextDomainStatus,
  type Seen,
  type WatchedHost,
} from "../host-watch/domain-status.ts";
import { watchHost } from "../host-watch/host-watch.ts";
import { pointsHere } from "../host-watch/points-here.ts";
import { findUser } from "../user/user-record.ts";
import { mailBrokenDomain } from "./broken-domain-mail.ts";
import { hostClaim } from "./host.ts";
import { isProven } from "./host-proof.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { loseHost } from "./white-label.ts";
import { readWhiteLabel, type WhiteLabelRecord } from "./white-label-record.ts";

const KIND = "agency";
const UNUSED_MS = 7 * 24 * 60 * 60_000;

type Domain = WhiteLabelRecord & { host: string };

/** The host of an agency's pages, for checks; undefined when the agency has another one by now. */
export async function findAgencyHost(
  accountId: number,
  host: string,
): Promise<WatchedHost | undefined> {
  const label = await readWhiteLabel(accountId);
  if (label.host !== host) return undefined;
  const before = { ...label, host };
  return { kind: KIND, look: () => lookAtCname(before), write: (seen) => writeSeen(before, seen) };
}

/** Whether the CNAME points here, and counts: one that was there before the host was entered needs a proof besides. */
export async function lookAtCname({ accountId, host, mustProve }: Domain): Promise<Seen> {
  const isHere = await pointsHere(host);
  if (!isHere || !mustProve) return { pointsHere: isHere };
  const shown = await isProven(accountId, host);
  return { pointsHere: shown, isUnproven: shown === false };
}

/** A host that was entered so long ago and has never been live is free again. */
async function endUnused(before: Domain): Promise<boolean> {
  const { accountId, host, enteredAt, brokenAt, domainState } = before;
  if (domainState !== "PENDING_DNS" || brokenAt !== undefined || enteredAt === undefined)
    return false;
  if (now() - Date.parse(enteredAt) < spanOf(UNUSED_MS)) return false;
  const lost = loseHost(accountId, host);
  return commitIfExpected([lost, dropClaim(hostClaim(host)), watchHost(host, KIND)]);
}

async function writeSeen(before: Domain, seen: Seen): ReturnType<WatchedHost["write"]> {
  const { host, accountId } = before;
  // The edge knows a host before anyone is told that it is live.
  if (seen.certificate === "ready") await edgeHosts().put(host, accountId);
  const look = await writeLook(before, seen);
  if (!look) return undefined;
  if (look.state === "PENDING_DNS" && (await endUnused(before))) return undefined;
  if (look.state !== "LIVE") await notifyOfBreak(host, accountId);
  return { ...look, isNews: look.state !== before.domainState };
}

/** Records what was seen, together with `others`; undefined when the host or its state is another one by now. */
export async function writeLook(
  before: Domain,
  seen: Seen,
  others: readonly PendingWrite[] = [],
): Promise<Look | undefined> {
  const { domainState, goneSince } = before;
  const look = nextDomainStatus(KIND, { state: domainState, goneSince }, seen, now());
  const { state, ...known } = look;
  const breaks = domainState === "LIVE" && state !== "LIVE";
  const mended = state === "LIVE" ? (["brokenAt", "toldOf"] as const) : [];
  const gone = (["problem", "goneSince"] as const).filter((name) => known[name] === undefined);
  const isWritten = await commitIfExpected([
    WhiteLabelEntity.patch({ accountId: before.accountId })
      .set({
        domainState: state,
        checkedAt: nowIso(),
        ...known,
        ...(breaks ? { brokenAt: nowIso() } : {}),
        // Once shown, it is known.
        ...(seen.pointsHere ? { mustProve: false } : {}),
      })
      .remove([...gone, ...mended])
      .where(
        (row, op) =>
          `${op.eq(row.host, before.host)} AND ${op.eq(row.domainState, before.domainState)}`,
      ),
    ...others,
  ]);
  return isWritten ? look : undefined;
}

/**
 * Notifies the owner that a host has stopped being live. Only the first caller to record the break sends the email, and it
 * removes the record where the email fails: a worker that dies in between notifies nobody rather than notifying twice.
 */
async function notifyOfBreak(host: string, accountId: number): Promise<void> {
  const { brokenAt, toldOf } = await readWhiteLabel(accountId);
  if (brokenAt === undefined || toldOf === brokenAt) return;
  await edgeHosts().remove(host);
  const note = () => WhiteLabelEntity.patch({ accountId });
  const isMine = await writeIfExpected(
    note()
      .set({ toldOf: brokenAt })
      .where((row, op) => {
        const isUntold = `(${op.notExists(row.toldOf)} OR ${op.ne(row.toldOf, brokenAt)})`;
        return `${op.eq(row.brokenAt, brokenAt)} AND ${isUntold}`;
      }),
  );
  if (!isMine) return;
  try {
    const owner = await findUser({ accountId, userId: accountId });
    if (owner) await mailBrokenDomain(owner, host);
  } catch (error) {
    await writeIfExpected(
      note()
        .remove(["toldOf"])
        .where((row, op) => op.eq(row.toldOf, brokenAt)),
    );
    throw error;
  }
}
