import { writeIfExpected } from "@thaw/data/condition";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { findUser } from "../account/user.ts";
import { now, nowIso } from "../clock.ts";
import { edgeHosts } from "../edge-host/edge-hosts.ts";
import { type Look, nextStanding, type Seen, type WatchedHost } from "../host-watch/standing.ts";
import { mailBrokenDomain } from "./broken-domain-mail.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { readWhiteLabel, type WhiteLabelRecord } from "./white-label.ts";

const KIND = "agency";

type Domain = WhiteLabelRecord & { host: string };

/** The host of an agency's pages, for who looks at it; undefined when the agency has another one by now. */
export async function findAgencyHost(
  accountId: number,
  host: string,
): Promise<WatchedHost | undefined> {
  const label = await readWhiteLabel(accountId);
  if (label.host !== host) return undefined;
  const before = { ...label, host };
  return { kind: KIND, write: (seen) => writeSeen(before, seen) };
}

async function writeSeen(before: Domain, seen: Seen): ReturnType<WatchedHost["write"]> {
  const { host, accountId } = before;
  // The edge knows a host before anybody is told that it is live.
  if (seen.certificate === "ready") await edgeHosts().put(host, accountId);
  const look = await writeLook(before, seen);
  if (!look) return undefined;
  if (look.state !== "LIVE") await tellOfBreak(host, accountId);
  return { ...look, isNews: look.state !== before.domainState };
}

/** Writes down what was seen, together with `others`; undefined when the host or its state is another one by now. */
export async function writeLook(
  before: Domain,
  seen: Seen,
  others: readonly PendingWrite[] = [],
): Promise<Look | undefined> {
  const { domainState, goneSince } = before;
  const look = nextStanding(KIND, { state: domainState, goneSince }, seen, now());
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
 * A host that was live is so no more. Whoever notes it first is the one who mails its owner, and takes the note back for the next
 * look unless the mail leaves: whoever dies in between tells nobody, rather than somebody twice.
 */
async function tellOfBreak(host: string, accountId: number): Promise<void> {
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
