import { createHash } from "node:crypto";
import * as v from "valibot";
import { originOf } from "../../actor.ts";
import type { CampaignSettings } from "../../campaigns/campaign/campaign.schema.ts";
import { requireAnyCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { stopLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { findMessage, type MessageRecord } from "../../campaigns/message/message-state.ts";
import { now, nowIso, toIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { findRecipient } from "../../leads/lead/lead-delivery.ts";
import { optOutPerson } from "../../leads/suppression/opt-out-person.ts";
import { operation } from "../../operation.ts";
import { appendEvent } from "../../reporting/event/event.ts";
import { findMailbox } from "../../senders/mailbox/mailbox-record.ts";
import { subjectOf } from "../delivery/finish-message.ts";
import { recordFirst, takeAsSent } from "../delivery/message-proof.ts";
import { recordClickAgain, recordOpenAgain } from "../delivery/repeat-visit.ts";
import { isMachineVisit } from "./machine-visit.ts";
import { revertVisits } from "./revert-visits.ts";
import { RecordClick, RecordOpen, UnsubscribeToken } from "./tracking.schema.ts";
import { readTracking, type TrackingToken } from "./tracking-token.ts";
import { isInBurst, noteVisit, type Visit, type Visitor } from "./visit-burst.ts";

/** At so many mails nothing is left to take back. */
const TAKING_BACK = 30;

const noLink = () => new AppError("not_found", "missing.link");

/**
 * The mail that a link is part of. Anyone who has its token has the mail, so it did leave.
 *
 * @throws AppError not_found for a token that we did not make, or whose mail is gone
 */
async function messageOf(token: TrackingToken | undefined): Promise<MessageRecord> {
  const message = token && (await findMessage(token));
  if (!message) throw noLink();
  return takeAsSent(message);
}

/** The image of a mail was loaded. The first load by a person is an open; loads by programs are kept apart. */
export const recordOpen = operation({
  permission: "public",
  input: RecordOpen,
  output: v.object({ counted: v.boolean() }),
  async run(actor, { token, user_agent }) {
    const message = await messageOf(readTracking("open", token));
    const visit = visitOf(message, "open");
    const visitor = { userAgent: user_agent, ip: originOf(actor).ip };
    if (await isMachine(message, visit, visitor)) {
      await recordMachine(message, "machine-opened", "open");
      return { counted: false };
    }
    if (message.openedAt !== undefined) {
      await recordOpenAgain(message);
      return { counted: false };
    }
    // The lead stops before the open is noted: a worker that dies in between is asked again.
    const settings = await settingsOf(message);
    if (settings.stop_on_open) await stopLead(message, "open", 0);
    const at = toIso(visit.at);
    const isFirst = await recordFirst(message, "openedAt", { kind: "opened", at });
    return { counted: isFirst && !(await revertIfBurst(visitor, visit)) };
  },
});

/** A link of a mail was followed. Returns where it leads: only what is inside the signed token. */
export const recordClick = operation({
  permission: "public",
  input: RecordClick,
  output: v.object({ url: v.string() }),
  async run(actor, { token, user_agent }) {
    const read = readTracking("click", token);
    const message = await messageOf(read);
    const target = read?.kind === "click" ? URL.parse(read.url) : null;
    if (!target || !/^https?:$/.test(target.protocol)) throw noLink();
    // A Location header takes only ASCII (RFC 9110 10.2.2), which a parsed address is.
    const url = target.href;
    const visit = visitOf(message, "click");
    const visitor = { userAgent: user_agent, ip: originOf(actor).ip };
    if (await isMachine(message, visit, visitor)) {
      await recordMachine(message, "machine-clicked", url);
      return { url };
    }
    if (message.clickedAt !== undefined) {
      await recordClickAgain(message, url);
      return { url };
    }
    const settings = await settingsOf(message);
    if (settings.stop_on_click) await stopLead(message, "click", 0);
    const detail = url.slice(0, 500);
    await recordFirst(message, "clickedAt", { kind: "clicked", at: toIso(visit.at), detail });
    await revertIfBurst(visitor, visit);
    return { url };
  },
});

const Linked = {
  /** The reader's address; absent where the lead is deleted. */
  email: v.optional(v.string()),
  /** Who wrote; absent where the mailbox is gone. */
  sender: v.optional(v.object({ name: v.string(), email: v.string() })),
};

/** What the unsubscribe page says before anything happens. */
export const previewUnsubscribe = operation({
  permission: "public",
  input: UnsubscribeToken,
  output: v.object({ ...Linked, unsubscribed: v.boolean() }),
  async run(_actor, { token }) {
    const { message } = await findLinked(token);
    if (!message) return { unsubscribed: true };
    const [lead, sender] = await Promise.all([
      findRecipient(message.accountId, message.leadId),
      senderOf(message),
    ]);
    return {
      ...(lead ? { email: lead.email } : {}),
      ...sender,
      unsubscribed: message.unsubscribedAt !== undefined,
    };
  },
});

async function senderOf({ accountId, mailboxId }: MessageRecord) {
  const mailbox = await findMailbox(accountId, mailboxId, { consistent: false });
  return mailbox ? { sender: { name: mailbox.fromName, email: mailbox.email } } : {};
}

/** The mail of a link that we made is gone only with its account, from which nobody gets mail any more. */
async function findLinked(token: string) {
  const read = readTracking("unsubscribe", token);
  if (read?.kind !== "unsubscribe") throw noLink();
  return { message: await findMessage(read), hash: read.hash };
}

/** Takes the person off every list of the account (LEAD-27, RFC 8058), also when their lead is deleted. Safe to run twice. */
export const unsubscribe = operation({
  permission: "public",
  input: UnsubscribeToken,
  output: v.object(Linked),
  async run(_actor, { token }) {
    const { message: linked, hash } = await findLinked(token);
    if (!linked) return {};
    const message = await takeAsSent(linked);
    const origin = { source: "unsubscribe", createdBy: 0 } as const;
    const email = await optOutPerson({ ...message, hash }, origin);
    await recordFirst(message, "unsubscribedAt", { kind: "unsubscribed", at: nowIso() });
    return { ...(email === undefined ? {} : { email }), ...(await senderOf(message)) };
  },
});

const visitOf = ({ accountId, sendId }: MessageRecord, kind: Visit["kind"]): Visit => ({
  at: now(),
  accountId,
  sendId,
  kind,
});

async function isMachine(
  { sentAt, scheduledAt }: MessageRecord,
  visit: Visit,
  visitor: Visitor,
): Promise<boolean> {
  const sent = Date.parse(sentAt ?? scheduledAt);
  if (isMachineVisit({ userAgent: visitor.userAgent, at: visit.at, sentAt: sent })) return true;
  const { isBurst, mails, visits } = await noteVisit(visitor, visit);
  // What was taken for a person's until now. Some more visits do it again, in case that the first did not come to its end.
  if (isBurst && mails <= TAKING_BACK) await revertVisits(visits);
  return isBurst;
}

/** A visit that noticed the burst while this one was being recorded did not find this one. */
async function revertIfBurst(visitor: Visitor, visit: Visit): Promise<boolean> {
  const isBurst = await isInBurst(visitor, visit);
  if (isBurst) await revertVisits([visit]);
  return isBurst;
}

async function settingsOf(message: MessageRecord): Promise<CampaignSettings> {
  const campaign = await requireAnyCampaign(message.accountId, message.campaignId);
  return campaign.settings as CampaignSettings;
}

/** One record a message and link at most: a scanner that comes a thousand times fills nothing. */
async function recordMachine(
  message: MessageRecord,
  kind: "machine-opened" | "machine-clicked",
  what: string,
): Promise<void> {
  const hash = createHash("sha256").update(what).digest("base64url").slice(0, 8);
  const at = message.sentAt ?? message.scheduledAt;
  await appendEvent({ ...subjectOf(message), kind, at, key: `${message.sendId}|${hash}` });
}
