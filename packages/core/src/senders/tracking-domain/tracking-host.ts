import { concurrently } from "@thaw/data/concurrently";
import { commitIfExpected, type PendingWrite, type TransactWrite } from "@thaw/data/transact";
import {
  type Look,
  nextDomainStatus,
  type Seen,
  type WatchedHost,
} from "../../accounts/host-watch/domain-status.ts";
import type { HostState } from "../../accounts/host-watch/host-watch.schema.ts";
import { roundOf, watchHost } from "../../accounts/host-watch/host-watch.ts";
import { hostClaim } from "../../accounts/white-label/host.ts";
import { now, nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { type ClaimOwner, dropClaim, findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { type MailboxRecord, mailboxesOf, patchMailbox } from "../mailbox/mailbox-record.ts";
import type { TrackingState } from "./tracking-domain.schema.ts";

const KIND = "tracking";
/** Marks a host's claim as an account's tracking domain, which all its mailboxes may share; agencies' own hosts have the account. */
const FOR_TRACKING = 0;

export const isForTracking = ({ ownerId }: ClaimOwner) => ownerId === FOR_TRACKING;

const WIDTH = 8;

/** A mailbox with the host that its tracked links go by. */
export type Tracked = Pick<MailboxRecord, "accountId" | "mailboxId" | "trackingState"> & {
  trackingHost: string;
};

/**
 * For the transaction that gives a host to a mailbox: the account owns it from then on, and it is checked next.
 *
 * @returns `claims`: those that are still to be taken
 * @throws AppError conflict where someone else has the host
 */
export async function takeTrackingHost(
  accountId: number,
  host: string,
): Promise<{ claims: TransactWrite[]; watch: PendingWrite }> {
  const watch = watchHost(host, KIND, { round: await roundOf(host) });
  const held = await findClaim(hostClaim(host));
  if (held && (held.accountId !== accountId || !isForTracking(held))) throw taken();
  const owner = { accountId, ownerId: FOR_TRACKING };
  return {
    claims: held ? [] : [{ write: takeClaim(hostClaim(host), owner), otherwise: taken }],
    watch,
  };
}

export function taken(): AppError {
  return AppError.at("conflict", "domain", "domain.inUse");
}

/** Frees a host that no mailbox of the account uses any more, so that another account may have it. */
export async function releaseTrackingHost(accountId: number, host: string): Promise<void> {
  const round = await roundOf(host);
  if ((await listTracked(accountId, host)).length > 0) return;
  // Refused when a mailbox has taken it since.
  await commitIfExpected([dropClaim(hostClaim(host)), watchHost(host, KIND, { round })]);
}

/** The mailboxes of an account whose tracked links go by a host. */
async function listTracked(accountId: number, trackingHost: string): Promise<Tracked[]> {
  const { data } = await mailboxesOf(accountId)
    .where((row, op) => op.eq(row.trackingHost, trackingHost))
    .go({
      pages: "all",
      consistent: true,
      attributes: ["accountId", "mailboxId", "trackingState"],
    });
  return data.map((mailbox) => ({ ...mailbox, trackingHost }));
}

/** The host of tracked links, for checks: all mailboxes that use it have its status. */
export async function findTrackingHost(accountId: number, host: string): Promise<WatchedHost> {
  const mailboxes = await listTracked(accountId, host);
  return { kind: KIND, write: (seen) => writeSeen({ accountId, host, mailboxes }, seen) };
}

async function writeSeen(
  { accountId, host, mailboxes }: { accountId: number; host: string; mailboxes: Tracked[] },
  seen: Seen,
): ReturnType<WatchedHost["write"]> {
  // The worker that removed the last of them died before the host was free.
  if (mailboxes.length === 0) await releaseTrackingHost(accountId, host);
  const looks = await concurrently(mailboxes, WIDTH, async (mailbox) => {
    const look = await writeTracking(mailbox, seen);
    return look && { ...look, isNews: look.state !== domainStatusOf(mailbox) };
  });
  const behind = looks.find((look) => look?.state !== "LIVE") ?? looks[0];
  if (!behind || looks.includes(undefined)) return undefined;
  return { ...behind, isNews: looks.some((look) => look?.isNews) };
}

const domainStatusOf = ({ trackingState = "NONE" }: Tracked): HostState =>
  trackingState === "VERIFIED" ? "LIVE" : trackingState;

const stateOf = (domainStatus: HostState): TrackingState =>
  domainStatus === "LIVE" ? "VERIFIED" : domainStatus;

/** Records what was seen, together with `others`; undefined when the mailbox or its state is another one by now. */
export async function writeTracking(
  before: Tracked,
  seen: Seen,
  others: readonly PendingWrite[] = [],
): Promise<Look | undefined> {
  const { accountId, mailboxId, trackingHost, trackingState } = before;
  const look = nextDomainStatus(KIND, { state: domainStatusOf(before) }, seen, now());
  const { state, problem } = look;
  const isWritten = await commitIfExpected([
    patchMailbox({ accountId, mailboxId })
      .set({
        trackingState: stateOf(state),
        trackingCheckedAt: nowIso(),
        ...(problem ? { trackingProblem: problem } : {}),
      })
      .remove(problem ? [] : ["trackingProblem"])
      .where((row, op) => {
        const isAsItWas = trackingState
          ? op.eq(row.trackingState, trackingState)
          : op.notExists(row.trackingState);
        return `${op.eq(row.trackingHost, trackingHost)} AND ${isAsItWas}`;
      }),
    ...others,
  ]);
  return isWritten ? look : undefined;
}
