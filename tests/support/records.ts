/** Records written and read behind the product's back, for states that no operation makes by itself. */

import { AccountEntity } from "../../packages/core/src/accounts/account/account.entity.ts";
import type { SubscriptionPlanName } from "../../packages/core/src/accounts/subscription-plan/subscription-plan.schema.ts";
import { UserEntity } from "../../packages/core/src/accounts/user/user.entity.ts";
import { hostClaim } from "../../packages/core/src/accounts/white-label/host.ts";
import { WhiteLabelEntity } from "../../packages/core/src/accounts/white-label/white-label.entity.ts";
import { CampaignEntity } from "../../packages/core/src/campaigns/campaign/campaign.entity.ts";
import { MessageEntity } from "../../packages/core/src/campaigns/message/message.entity.ts";
import type { MessageRecord } from "../../packages/core/src/campaigns/message/message-state.ts";
import { SequenceEntity } from "../../packages/core/src/campaigns/sequence/sequence.entity.ts";
import type { SequenceStep } from "../../packages/core/src/campaigns/sequence/sequence.schema.ts";
import { nowIso } from "../../packages/core/src/clock.ts";
import { ThreadMessageEntity } from "../../packages/core/src/inbox/thread/thread-message.entity.ts";
import type { Role } from "../../packages/core/src/kernel/access/role.schema.ts";
import { takeClaim } from "../../packages/core/src/kernel/claim/claim.ts";
import { LeadEntity } from "../../packages/core/src/leads/lead/lead.entity.ts";
import { type LeadImage, readLeadImage } from "../../packages/core/src/leads/lead/lead-image.ts";
import { leadKey } from "../../packages/core/src/leads/lead/lead-record.ts";
import { EventEntity } from "../../packages/core/src/reporting/event/event.entity.ts";
import {
  type EventImage,
  readEventImage,
} from "../../packages/core/src/reporting/event/event-image.ts";
import { MailboxEntity } from "../../packages/core/src/senders/mailbox/mailbox.entity.ts";
import { commit } from "../../packages/data/src/transact.ts";

export async function storeAccount(
  accountId: number,
  timezone: string,
  planType: SubscriptionPlanName = "TRIAL",
  more: { subscriptionEndsAt?: string } = {},
): Promise<void> {
  await AccountEntity.create({
    accountId,
    name: "Firm",
    timezone,
    planType,
    createdAt: nowIso(),
    ...more,
  }).go();
}

/** A campaign whose senders were taken from it while it was COMPLETED, and which goes on. */
export async function takeSenders(accountId: number, campaignId: number): Promise<void> {
  await CampaignEntity.patch({ accountId, campaignId }).set({ mailboxIds: [] }).go();
}

/** What a change of role or of a client's rights leaves, or the end of someone's access. */
export async function changeUser(
  { accountId, userId }: { accountId: number; userId: number },
  change: { role?: Role; hiddenCategoryIds?: number[]; status?: "deactivated" },
): Promise<void> {
  await UserEntity.patch({ accountId, userId }).set(change).go();
}

/** What the table does to a deleted client after 30 days. */
export async function expireUser(accountId: number, userId: number): Promise<void> {
  await UserEntity.delete({ accountId, userId }).go();
}

/** An agency's own host as it is once its name server and its certificate are ready. */
export async function storeLiveHost(
  accountId: number,
  { host, brandName }: { host: string; brandName: string },
): Promise<void> {
  await commit([
    takeClaim(hostClaim(host), { accountId, ownerId: accountId }),
    WhiteLabelEntity.create({ accountId, host, brandName, domainState: "LIVE" }),
  ]);
}

export async function changePlan(accountId: number, planType: SubscriptionPlanName): Promise<void> {
  await AccountEntity.patch({ accountId }).set({ planType }).go();
}

export async function storeMessage(message: MessageRecord): Promise<void> {
  await MessageEntity.create(message).go();
}

/** So many mailboxes that nothing is sent from, in one request for many. */
export async function storeMailboxes(
  accountId: number,
  mailboxIds: readonly number[],
): Promise<void> {
  const server = { host: "127.0.0.1", port: 1, security: "None" as const, user: "", secret: "" };
  await MailboxEntity.put(
    mailboxIds.map((mailboxId) => ({
      accountId,
      mailboxId,
      provider: "generic" as const,
      email: `mailbox${mailboxId}@sender.example`,
      fromName: "Sam Sender",
      smtp: server,
      imap: server,
      dailyLimit: 50,
      minGapMinutes: 3,
      connectionState: "CONNECTED" as const,
      createdAt: nowIso(),
      createdBy: 1,
    })),
  ).go();
}

/** Its login was refused. */
export async function disconnectMailbox(accountId: number, mailboxId: number): Promise<void> {
  await MailboxEntity.patch({ accountId, mailboxId }).set({ connectionState: "DISCONNECTED" }).go();
}

/** The host of its tracked links is in use. */
export async function trackBy(
  accountId: number,
  mailboxId: number,
  trackingHost: string,
): Promise<void> {
  const tracked = { trackingHost, trackingState: "VERIFIED" } as const;
  await MailboxEntity.patch({ accountId, mailboxId }).set(tracked).go();
}

/** A lead's item in the table; undefined once it is gone. */
export async function leadItem(
  accountId: number,
  leadId: number,
): Promise<Record<string, unknown> | undefined> {
  const found = await LeadEntity.get(leadKey(accountId, leadId)).go({
    data: "raw",
    consistent: true,
  });
  return (found.data as { Item?: Record<string, unknown> }).Item;
}

/** A lead as a subscriber to the table's stream is told of it. */
export async function leadImage(accountId: number, leadId: number): Promise<LeadImage | undefined> {
  const item = await leadItem(accountId, leadId);
  return item && readLeadImage(item);
}

/** A campaign's events of the present day, as subscribers to the table's stream are told of them. */
export async function eventsOfToday(accountId: number, campaignId: number): Promise<EventImage[]> {
  const day = nowIso().slice(0, 10);
  const page = await EventEntity.query.byDay({ accountId, campaignId, day }).go({ data: "raw" });
  const { Items = [] } = page.data as { Items?: Record<string, unknown>[] };
  return Items.map(readEventImage);
}

/** A reply of ours whose Message-ID the server has replaced by one of its own. */
export async function renameReply(
  key: { accountId: number; threadId: number; at: string; messageKey: string },
  messageId: string,
): Promise<void> {
  const { accountId, threadId, at, messageKey } = key;
  await ThreadMessageEntity.patch({ accountId, threadId, at, messageKey }).set({ messageId }).go();
}

/** A version of a sequence whose steps people do by hand, which the editor does not offer. */
export async function storeManualSteps(
  key: { accountId: number; campaignId: number; version: number },
  steps: readonly SequenceStep[],
): Promise<void> {
  const byHand = steps.map((step) => ({ ...step, seq_type: "MANUAL_EMAIL" }));
  await SequenceEntity.patch(key).set({ steps: byHand }).go();
}
