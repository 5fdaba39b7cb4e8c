import { createHash } from "node:crypto";
import * as v from "valibot";
import type { CampaignSettings } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign.ts";
import { blockLead, stopLead } from "../campaign-lead/campaign-lead.ts";
import { now, nowIso } from "../clock.ts";
import { AppError } from "../error.ts";
import { appendEvent } from "../event/event.ts";
import { findRecipient } from "../lead/lead-delivery.ts";
import { subjectOf } from "../message/finish-message.ts";
import { findMessage, type MessageRecord, markFirst, proveSent } from "../message/message-state.ts";
import { operation } from "../operation.ts";
import { suppress } from "../suppression/suppression.ts";
import { isMachineVisit } from "./machine-visit.ts";
import { RecordClick, RecordOpen, UnsubscribeToken } from "./tracking.schema.ts";
import { readTracking, type TrackingToken } from "./tracking-token.ts";

const noLink = () => new AppError("not_found", "This link does not exist");

/** @throws AppError not_found for a token that we did not make, or whose mail is gone */
async function messageOf(token: TrackingToken | undefined): Promise<MessageRecord> {
  const message = token && (await findMessage(token));
  if (!message) throw noLink();
  return message;
}

/** The image of a mail was loaded. The first load by a person is an open; loads by programs are kept apart. */
export const recordOpen = operation({
  permission: "public",
  input: RecordOpen,
  output: v.object({ counted: v.boolean() }),
  async run(_actor, { token, user_agent }) {
    const message = await messageOf(readTracking("open", token));
    const isMachine = isMachineVisit({
      userAgent: user_agent,
      at: now(),
      sentAt: sentAtOf(message),
    });
    if (isMachine) {
      await recordMachine(message, "machine-opened", "open");
      return { counted: false };
    }
    const at = nowIso();
    const counted = await markFirst(message, "openedAt", at);
    if (!counted) return { counted };
    await proveSent(message, message.scheduledAt);
    await appendEvent({ ...subjectOf(message), kind: "opened", at, key: message.sendId });
    const settings = await settingsOf(message);
    if (settings.stop_on_open) await stop(message, "open", at);
    return { counted };
  },
});

/** A link of a mail was followed. Gives where it leads: only what is inside the signed token. */
export const recordClick = operation({
  permission: "public",
  input: RecordClick,
  output: v.object({ url: v.string() }),
  async run(_actor, { token, user_agent }) {
    const read = readTracking("click", token);
    const message = await messageOf(read);
    if (read?.kind !== "click" || !/^https?:\/\//i.test(read.url)) throw noLink();
    const { url } = read;
    const isMachine = isMachineVisit({
      userAgent: user_agent,
      at: now(),
      sentAt: sentAtOf(message),
    });
    if (isMachine) {
      await recordMachine(message, "machine-clicked", url);
      return { url };
    }
    const at = nowIso();
    if (await markFirst(message, "clickedAt", at)) {
      await proveSent(message, message.scheduledAt);
      await appendEvent({
        ...subjectOf(message),
        kind: "clicked",
        at,
        key: message.sendId,
        detail: url.slice(0, 500),
      });
      const settings = await settingsOf(message);
      if (settings.stop_on_click) await stop(message, "click", at);
    }
    return { url };
  },
});

/** What the unsubscribe page says before anything happens. */
export const previewUnsubscribe = operation({
  permission: "public",
  input: UnsubscribeToken,
  output: v.object({ email: v.string(), unsubscribed: v.boolean() }),
  async run(_actor, { token }) {
    const message = await messageOf(readTracking("unsubscribe", token));
    const lead = await findRecipient(message.accountId, message.leadId);
    return { email: lead?.email ?? "", unsubscribed: message.unsubscribedAt !== undefined };
  },
});

/** Takes the person off every list of the account (LEAD-27, RFC 8058). Twice is fine. */
export const unsubscribe = operation({
  permission: "public",
  input: UnsubscribeToken,
  output: v.object({ email: v.string() }),
  async run(_actor, { token }) {
    const message = await messageOf(readTracking("unsubscribe", token));
    const { accountId, campaignId, leadId } = message;
    const lead = await findRecipient(accountId, leadId);
    if (!lead) throw noLink();
    // First the list, then the lead: a mail that is checked in between finds the address on it.
    await suppress(accountId, lead.email, { source: "unsubscribe", createdBy: 0, campaignId });
    const at = nowIso();
    const isFirst = await markFirst(message, "unsubscribedAt", at);
    const recordedAt = isFirst ? at : (message.unsubscribedAt ?? at);
    await appendEvent({
      ...subjectOf(message),
      kind: "unsubscribed",
      at: recordedAt,
      key: message.sendId,
    });
    const blocked = await Promise.all(
      lead.campaign_ids.map(async (id) => ({
        id,
        isNew: await blockLead({ accountId, campaignId: id, leadId }, 0),
      })),
    );
    for (const { id, isNew } of blocked) {
      if (isNew) await finish({ accountId, campaignId: id, leadId }, "unsubscribe", recordedAt);
    }
    return { email: lead.email };
  },
});

const sentAtOf = (message: MessageRecord) => Date.parse(message.sentAt ?? message.scheduledAt);

async function settingsOf(message: MessageRecord): Promise<CampaignSettings> {
  const campaign = await requireCampaign(message.accountId, message.campaignId);
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

async function stop(message: MessageRecord, reason: "open" | "click", at: string): Promise<void> {
  if (await stopLead(message, reason, 0)) await finish(message, reason, at);
}

type LeadKey = { accountId: number; campaignId: number; leadId: number };

async function finish(
  { accountId, campaignId, leadId }: LeadKey,
  reason: string,
  at: string,
): Promise<void> {
  await appendEvent({
    accountId,
    campaignId,
    leadId,
    kind: "lead-finished",
    at,
    key: `${leadId}|${reason}`,
    detail: reason,
  });
}
