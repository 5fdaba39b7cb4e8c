import { commit } from "@thaw/data/transact";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { queueLooks, watchHost } from "../../accounts/host-watch/host-watch.ts";
import { pointsHere } from "../../accounts/host-watch/points-here.ts";
import { isProviderHost } from "../../accounts/white-label/host.ts";
import type { Actor } from "../../actor.ts";
import { config } from "../../config.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import { operation } from "../../operation.ts";
import { MailboxId } from "../mailbox/mailbox.schema.ts";
import { type MailboxRecord, patchMailbox, requireMailbox } from "../mailbox/mailbox-record.ts";
import { toTrackingDomain } from "./to-tracking-domain.ts";
import { SetTrackingDomain, TrackingDomain } from "./tracking-domain.schema.ts";
import { releaseTrackingHost, taken, takeTrackingHost, writeTracking } from "./tracking-host.ts";

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
  async run(actor, { mailbox_id: mailboxId, domain }) {
    const { accountId } = actor;
    if (isProviderHost(domain) || domain === config.whiteLabelTarget()) throw taken();
    const before = await requireMailbox(accountId, mailboxId);
    if (before.trackingHost !== domain) await replaceHost(actor, before, domain);
    return lookNow(await requireMailbox(accountId, mailboxId));
  },
});

/** Links go by the product's own host again; those in mails that are out keep working as long as the CNAME stays. */
export const removeTrackingDomain = operation({
  permission: "mailboxes:write",
  input: MailboxId,
  output: TrackingDomain,
  async run(actor, { mailbox_id: mailboxId }) {
    const { accountId } = actor;
    const before = await requireMailbox(accountId, mailboxId);
    if (before.trackingHost) await replaceHost(actor, before, undefined);
    return toTrackingDomain(await requireMailbox(accountId, mailboxId));
  },
});

/**
 * Looks now where a mailbox's tracking domain points. How far its certificate is follows by itself, and from the beginning:
 * the caller has changed something. Safe to run twice.
 *
 * @throws AppError invalid_transition without a domain
 */
export const checkTrackingDomain = operation({
  permission: "mailboxes:write",
  input: MailboxId,
  output: TrackingDomain,
  async run({ accountId }, { mailbox_id: mailboxId }) {
    const mailbox = await requireMailbox(accountId, mailboxId);
    if (!mailbox.trackingHost) throw new AppError("invalid_transition", "domain.missing");
    return lookNow(mailbox);
  },
});

/** What the name servers say is told at once; the certificate is looked after by the one function that may change the edge. */
async function lookNow(mailbox: MailboxRecord): Promise<TrackingDomain> {
  const { accountId, mailboxId, trackingHost: host } = mailbox;
  if (host) {
    const seen = { pointsHere: await pointsHere(host) };
    const watch = watchHost(host, "tracking");
    await writeTracking({ ...mailbox, trackingHost: host }, seen, [watch]);
    await queueLooks([host]);
  }
  return toTrackingDomain(await requireMailbox(accountId, mailboxId));
}

async function replaceHost(
  actor: Actor,
  mailbox: MailboxRecord,
  host: string | undefined,
): Promise<void> {
  const { accountId, mailboxId, trackingHost: before } = mailbox;
  const { claims, watch } = host
    ? await takeTrackingHost(accountId, host)
    : { claims: [], watch: undefined };
  const change = host
    ? ({ trackingHost: host, trackingState: "PENDING_DNS" } as const)
    : ({ trackingState: "NONE" } as const);
  const gone = ["trackingProblem", "trackingCheckedAt"] as const;
  const write = patchMailbox({ accountId, mailboxId })
    .set(change)
    .remove(host ? [...gone] : [...gone, "trackingHost"])
    .where((row, op) =>
      before ? op.eq(row.trackingHost, before) : op.notExists(row.trackingHost),
    );
  const act = recordAct(actor, {
    action: host ? "tracking_domain_set" : "tracking_domain_removed",
    target: mailbox.email,
    detail: host ?? before ?? "",
  });
  await commit([...claims, write, act, ...(watch ? [watch] : [])], {
    otherwise: () => changedMeanwhile("domain"),
  });
  if (before) await releaseTrackingHost(accountId, before);
}
