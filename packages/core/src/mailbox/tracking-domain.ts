import { writeIfExpected } from "@thaw/data/condition";
import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import { resolveCname } from "@thaw/mail/host/resolve-cname";
import { dropClaim, findClaim, takeClaim } from "../claim/claim.ts";
import { now, nowIso, spanOf } from "../clock.ts";
import { config } from "../config.ts";
import { edgeTenants, type TenantState } from "../edge-host/edge-tenants.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import { enqueue } from "../queue.ts";
import {
  SetTrackingDomain,
  TrackingDomain,
  type TrackingState,
} from "../tracking/tracking-domain.schema.ts";
import { hostClaim, isProviderHost } from "../white-label/host.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { MailboxId } from "./mailbox.schema.ts";
import { findMailbox, type MailboxRecord, requireMailbox } from "./mailbox.ts";
import { toTrackingDomain } from "./to-tracking-domain.ts";

/** Marks a host's claim as an account's tracking domain, which all its mailboxes may share; agencies' own hosts have the account. */
const FOR_TRACKING = 0;
const RECHECK_MS = 3_600_000;
const WAITING_RECHECK_MS = 300_000;

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
    await lookSoon({ accountId, mailboxId, host: domain });
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
    await lookSoon({ accountId, mailboxId, host });
    return toTrackingDomain(await requireMailbox(accountId, mailboxId));
  },
});

async function replaceHost(mailbox: MailboxRecord, host: string | undefined): Promise<void> {
  const { accountId, mailboxId, trackingHost: before } = mailbox;
  const claims = host ? await claimsFor(accountId, host) : [];
  const change = host
    ? ({ trackingHost: host, trackingState: "PENDING_DNS" } as const)
    : ({ trackingState: "NONE" } as const);
  const gone = ["trackingProblem", "trackingCheckedAt"] as const;
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

type Place = { accountId: number; mailboxId: number; host: string };

/** What the name servers say is told at once; the certificate is looked after by the one function that may change the edge. */
async function lookSoon({ accountId, mailboxId, host }: Place): Promise<void> {
  const { trackingState = "PENDING_DNS" } = await requireMailbox(accountId, mailboxId);
  const pointsHere = await isPointedHere(host);
  const certificate = trackingState === "VERIFIED" ? "ready" : "issuing";
  await write({ accountId, mailboxId, host }, trackingLook(trackingState, pointsHere, certificate));
  await enqueue("domain", [{ job: { host, mailbox: { accountId, mailboxId } } }]);
}

async function isPointedHere(host: string): Promise<boolean | undefined> {
  const names = await resolveCname(host, { servers: config.dnsServers() });
  return names?.includes(config.whiteLabelTarget().toLowerCase());
}

/**
 * Looks where a mailbox's tracking domain points and has the edge answer for it. What no longer points here is out of use, and
 * links go by the product's host, until it does again. Safe to do twice.
 */
export async function lookAtTrackingDomain(key: {
  accountId: number;
  mailboxId: number;
}): Promise<void> {
  const mailbox = await findMailbox(key.accountId, key.mailboxId);
  const host = mailbox?.trackingHost;
  if (!mailbox || !host) return;
  const pointsHere = await isPointedHere(host);
  const certificate = pointsHere ? await edgeTenants().open(host) : undefined;
  const { trackingState = "PENDING_DNS" } = mailbox;
  await write({ ...key, host }, trackingLook(trackingState, pointsHere, certificate));
}

/** Has a mailbox's tracking domain looked at when it is time: every hour, and every five minutes until it is in use. */
export async function recheckTrackingDomain(mailbox: MailboxRecord): Promise<void> {
  const { accountId, mailboxId, trackingHost: host, trackingState, trackingCheckedAt } = mailbox;
  if (!host) return;
  const everyMs = trackingState === "VERIFIED" ? RECHECK_MS : WAITING_RECHECK_MS;
  if (now() - Date.parse(trackingCheckedAt ?? "") < spanOf(everyMs)) return;
  await enqueue("domain", [{ job: { host, mailbox: { accountId, mailboxId } } }]);
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
  if (certificate === "failed") return { state: "PENDING_CERT", problem: "certificate_failed" };
  if (certificate === "taken") return { state: "PENDING_CERT", problem: "host_taken" };
  return { state: "PENDING_CERT" };
}

async function write(
  { accountId, mailboxId, host }: Place,
  { state, problem }: ReturnType<typeof trackingLook>,
): Promise<void> {
  await writeIfExpected(
    MailboxEntity.patch({ accountId, mailboxId })
      .set({
        trackingState: state,
        trackingCheckedAt: nowIso(),
        ...(problem ? { trackingProblem: problem } : {}),
      })
      .remove(problem ? [] : ["trackingProblem"])
      .where((row, op) => op.eq(row.trackingHost, host)),
  );
}
