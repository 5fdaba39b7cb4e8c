import { writeIfExpected } from "@thaw/data/condition";
import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import { resolveCname } from "@thaw/mail/host/resolve-cname";
import { dropClaim, findClaim, takeClaim } from "../claim/claim.ts";
import { now, nowIso, spanOf } from "../clock.ts";
import { config } from "../config.ts";
import { edgeTenants, type TenantState } from "../edge-host/edge-tenants.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import {
  SetTrackingDomain,
  TrackingDomain,
  type TrackingState,
} from "../tracking/tracking-domain.schema.ts";
import { hostClaim, isProviderHost } from "../white-label/host.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { MailboxId } from "./mailbox.schema.ts";
import { type MailboxRecord, requireMailbox } from "./mailbox.ts";
import { toTrackingDomain } from "./to-tracking-domain.ts";

/** Marks a host's claim as an account's tracking domain, which all its mailboxes may share; agencies' own hosts have the account. */
const FOR_TRACKING = 0;
const RECHECK_MS = 3_600_000;

/**
 * The host that a mailbox's tracked links and pixels go by, once its CNAME points here and it has a certificate (MBX-19). Looked
 * at right away.
 *
 * @throws AppError conflict for a host that another account, or an agency's pages, have
 */
export const setTrackingDomain = operation({
  permission: "mailboxes:write",
  input: SetTrackingDomain,
  output: TrackingDomain,
  async run({ accountId }, { mailbox_id: mailboxId, domain }) {
    if (isProviderHost(domain) || domain === config.whiteLabelTarget()) throw taken();
    const before = await requireMailbox(accountId, mailboxId);
    if (before.trackingHost !== domain) await replaceHost(before, domain);
    await lookAt({ accountId, mailboxId, host: domain });
    return toTrackingDomain(await requireMailbox(accountId, mailboxId));
  },
});

/** Links go by the product's own host again; those in mails that are out keep working as long as the CNAME stays. */
export const removeTrackingDomain = operation({
  permission: "mailboxes:write",
  input: MailboxId,
  output: TrackingDomain,
  async run({ accountId }, { mailbox_id: mailboxId }) {
    const before = await requireMailbox(accountId, mailboxId);
    if (before.trackingHost) await replaceHost(before, undefined);
    return toTrackingDomain(await requireMailbox(accountId, mailboxId));
  },
});

/**
 * Looks now where a mailbox's tracking domain points and how far its certificate is. Safe to do twice.
 *
 * @throws AppError invalid_transition without a domain
 */
export const checkTrackingDomain = operation({
  permission: "mailboxes:write",
  input: MailboxId,
  output: TrackingDomain,
  async run({ accountId }, { mailbox_id: mailboxId }) {
    const { trackingHost: host } = await requireMailbox(accountId, mailboxId);
    if (!host) throw new AppError("invalid_transition", "Enter a domain first");
    await lookAt({ accountId, mailboxId, host });
    return toTrackingDomain(await requireMailbox(accountId, mailboxId));
  },
});

async function replaceHost(mailbox: MailboxRecord, host: string | undefined): Promise<void> {
  const { accountId, mailboxId, trackingHost: before } = mailbox;
  const claims = host ? await claimsFor(accountId, host) : [];
  const change = host
    ? ({ trackingHost: host, trackingState: "PENDING_DNS" } as const)
    : ({ trackingState: "NONE" } as const);
  const gone = ["trackingProblem", "trackingCheckedAt", "trackingTarget"] as const;
  const write = MailboxEntity.patch({ accountId, mailboxId })
    .set(change)
    .remove(host ? [...gone] : [...gone, "trackingHost"])
    .where((row, op) =>
      before ? op.eq(row.trackingHost, before) : op.notExists(row.trackingHost),
    );
  try {
    await commit([...claims, write]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (error.refused.includes(claims.length - 1)) throw taken();
    throw new AppError("conflict", "Somebody changed the domain a moment ago. Look again.");
  }
  if (before) await releaseTrackingHost(accountId, before);
}

/** @throws AppError conflict where somebody else has the host */
async function claimsFor(accountId: number, host: string): Promise<PendingWrite[]> {
  const held = await findClaim(hostClaim(host));
  if (!held) return [takeClaim(hostClaim(host), { accountId, ownerId: FOR_TRACKING })];
  if (held.accountId !== accountId || held.ownerId !== FOR_TRACKING) throw taken();
  return [];
}

/** Lets another account have a host that no mailbox of this one tracks by any more. */
export async function releaseTrackingHost(accountId: number, host: string): Promise<void> {
  const { data } = await MailboxEntity.query
    .byAccount({ accountId })
    .where((row, op) => op.eq(row.trackingHost, host))
    .go({ count: 1, consistent: true, attributes: ["mailboxId"] });
  if (data.length === 0) await commit([dropClaim(hostClaim(host))]);
}

function taken(): AppError {
  const message = "This domain is in use already";
  return new AppError("conflict", message, { domain: [message] });
}

/** `target`: what it points to, where that was just seen. */
type Place = { accountId: number; mailboxId: number; host: string; target?: string };

async function lookAt({ accountId, mailboxId, host }: Place): Promise<void> {
  const target = config.whiteLabelTarget().toLowerCase();
  const names = await resolveCname(host, { servers: config.dnsServers() });
  const pointsHere = names?.includes(target);
  const certificate = pointsHere ? await edgeTenants().open(host) : undefined;
  const { trackingState = "PENDING_DNS" } = await requireMailbox(accountId, mailboxId);
  const look = trackingLook(trackingState, pointsHere, certificate);
  const seen = look.state === "VERIFIED" && pointsHere ? { target } : {};
  await write({ accountId, mailboxId, host, ...seen }, look);
}

/**
 * Asks once an hour whether the domain that a mailbox's links go by still points here. Where it does not, links go by the
 * product's host from now on, until it does again.
 */
export async function recheckTrackingDomain(mailbox: MailboxRecord): Promise<void> {
  const { accountId, mailboxId, trackingHost: host, trackingTarget, trackingState } = mailbox;
  // What never worked waits for the person who set it up.
  if (!host || !trackingTarget || !trackingState) return;
  if (now() - Date.parse(mailbox.trackingCheckedAt ?? "") < spanOf(RECHECK_MS)) return;
  const names = await resolveCname(host, { servers: config.dnsServers() });
  const pointsHere = names?.includes(trackingTarget);
  // Its certificate is there since it first worked.
  await write({ accountId, mailboxId, host }, trackingLook(trackingState, pointsHere, "ready"));
}

/** What a look makes of a tracking domain. `pointsHere` is undefined where nobody could be asked: then it is as it was. */
export function trackingLook(
  before: TrackingState,
  pointsHere: boolean | undefined,
  certificate?: TenantState,
): { state: TrackingState; problem?: string } {
  if (pointsHere === undefined) {
    return before === "VERIFIED" ? { state: before } : { state: before, problem: "dns_unanswered" };
  }
  if (!pointsHere) return { state: "PENDING_DNS", problem: "no_cname" };
  if (certificate === "ready") return { state: "VERIFIED" };
  return certificate === "failed"
    ? { state: "PENDING_CERT", problem: "certificate_failed" }
    : { state: "PENDING_CERT" };
}

async function write(
  { accountId, mailboxId, host, target }: Place,
  { state, problem }: ReturnType<typeof trackingLook>,
): Promise<void> {
  await writeIfExpected(
    MailboxEntity.patch({ accountId, mailboxId })
      .set({
        trackingState: state,
        trackingCheckedAt: nowIso(),
        ...(target ? { trackingTarget: target } : {}),
        ...(problem ? { trackingProblem: problem } : {}),
      })
      .remove(problem ? [] : ["trackingProblem"])
      .where((row, op) => op.eq(row.trackingHost, host)),
  );
}
