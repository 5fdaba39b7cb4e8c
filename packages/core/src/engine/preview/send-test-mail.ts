import type { PlainKey } from "@thaw/text/catalogue";
import * as v from "valibot";
import { type AttemptRule, returnAttempt, takeAttempt } from "../../accounts/login/attempt.ts";
import { recentSendingStop } from "../../accounts/sending-stop/sending-stop-record.ts";
import { EmailAddress } from "../../accounts/user/email-address.schema.ts";
import { CampaignId } from "../../campaigns/campaign/campaign.schema.ts";
import { type CampaignRecord, requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { clientOfCampaign } from "../../campaigns/campaign/visible-campaigns.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { AppError } from "../../error.ts";
import { encodedAttachment, findAttachments } from "../../kernel/upload/attachment.ts";
import { Attachments } from "../../kernel/upload/upload.schema.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { operation } from "../../operation.ts";
import { Id, MAX_PAGE } from "../../page.schema.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { findMailboxes, type MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import {
  listConnectedMailboxes,
  visibleMailboxes,
} from "../../senders/mailbox/visible-mailboxes.ts";
import { TemplateFault } from "../delivery/render-message.ts";
import {
  leadToShow,
  PreviewStep,
  renderFor,
  type ShownMail,
  toSender,
} from "./campaign-preview.ts";

/** Enough to try a sequence on a few addresses, too few to write to a list. */
const PACE: AttemptRule = { kind: "test-mail", limit: 20, windowMs: 3_600_000 };

export const SendTestMail = v.object({
  ...PreviewStep.entries,
  to: EmailAddress,
  /** One of the campaign's, or any while it is a draft that has none; its first connected one when absent. */
  mailbox_id: v.optional(Id),
  attachments: v.optional(Attachments, []),
});

export const SentTestMail = v.object({
  to: v.string(),
  from: v.string(),
  subject: v.string(),
  missing: v.array(v.string()),
});

/**
 * Sends one mail of a sequence, rendered for a lead, to any address. It is no message of the campaign: nothing of it is
 * tracked or counted, and an answer to it belongs to no lead.
 */
export const sendTestMail = operation({
  permission: "campaigns:write",
  opensSecrets: "sendTestMail",
  input: SendTestMail,
  output: SentTestMail,
  async run(
    { accountId, scope },
    { campaign_id, step, variant, lead_id, to, mailbox_id, attachments },
  ) {
    const campaign = await requireCampaign(accountId, campaign_id);
    if ((await recentSendingStop(accountId))?.by === "operator") {
      throw new AppError("unavailable", "sending.stoppedByOperator");
    }
    const [mailbox, lead, [files = []]] = await Promise.all([
      chooseMailbox(campaign, mailbox_id),
      leadToShow(scope, campaign, lead_id),
      findAttachments(accountId, [{ attachments, path: "attachments" }]),
      refuseBlocked(campaign, to),
    ]);
    const shown = { lead, sender: toSender(mailbox), step, variant };
    const mail = await renderWhole(campaign, shown);
    const parts = await Promise.all(files.map(encodedAttachment));
    if ((await takeAttempt(PACE, String(accountId))) === undefined) {
      throw new AppError("rate_limited", "campaign.testPace", { most: PACE.limit });
    }
    const { deliverTestMail } = await import("./deliver-test-mail.ts");
    const delivery = await deliverTestMail(mailbox, to, { ...mail, parts }).catch(
      async (error: unknown) => {
        // The mailbox is busy: nothing left, and it is no test of the hour.
        if (error instanceof AppError) await returnAttempt(PACE, String(accountId));
        throw error;
      },
    );
    if (delivery.kind === "sent") {
      return { to, from: mailbox.email, subject: mail.subject, missing: mail.missing };
    }
    if (delivery.kind === "mailbox-auth" || delivery.kind === "mailbox-busy") {
      await recordTrouble(mailbox, "SMTP", delivery);
      await returnAttempt(PACE, String(accountId));
    }
    throw new AppError("unavailable", "campaign.testNotSent", {
      email: mailbox.email,
      reason: delivery.text,
    });
  },
});

/** A draft is written before its mailboxes are chosen: until then its tests leave from any mailbox. */
const mayBorrow = ({ status, mailboxIds }: CampaignRecord) =>
  status === "DRAFTED" && mailboxIds.length === 0;

/** Where test mails of a campaign may come from, and what may take over its leads: its connected mailboxes. */
export const listTestSenders = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: v.array(v.object({ id: v.number(), email: v.string() })),
  async run({ accountId, scope }, { campaign_id }) {
    const campaign = await requireCampaign(accountId, campaign_id);
    if (mayBorrow(campaign)) {
      const any = await listConnectedMailboxes(accountId, scope, MAX_PAGE);
      return any.map(({ mailboxId, email }) => ({ id: mailboxId, email }));
    }
    const visible = await visibleMailboxes(accountId, scope, campaign.mailboxIds);
    const mailboxes = await findMailboxes(accountId, [...visible]);
    return mailboxes
      .filter(({ connectionState }) => connectionState === "CONNECTED")
      .map(({ mailboxId, email }) => ({ id: mailboxId, email }))
      .sort((a, b) => a.id - b.id);
  },
});

/** @throws AppError invalid where there is no such mailbox in the campaign, or it is not connected */
async function chooseMailbox(
  campaign: CampaignRecord,
  asked: number | undefined,
): Promise<MailboxRecord> {
  const { accountId, mailboxIds } = campaign;
  const refuse = (key: PlainKey) => {
    throw AppError.at("invalid", "mailbox_id", key);
  };
  if (asked !== undefined && !mayBorrow(campaign) && !mailboxIds.includes(asked)) {
    return refuse("campaign.mailboxNotOfCampaign");
  }
  const mailboxes = await findMailboxes(accountId, asked === undefined ? mailboxIds : [asked]);
  const connected = mailboxes.find(({ connectionState }) => connectionState === "CONNECTED");
  return connected ?? refuse("campaign.mailboxNotConnected");
}

/** Who left the list gets no test either. */
async function refuseBlocked(campaign: CampaignRecord, to: string): Promise<void> {
  const clientId = await clientOfCampaign(campaign);
  if ((await findSuppressed(campaign.accountId, [to], clientId)).size === 0) return;
  throw AppError.at("invalid", "to", "campaign.testBlocked");
}

/** A follow-up without a subject has that of the mail that it follows (SEQ-10). */
async function renderWhole(campaign: CampaignRecord, shown: ShownMail) {
  try {
    const mail = await renderFor(campaign, shown);
    if (mail.subject || shown.step === 1) return mail;
    const { accountId, campaignId, sequenceVersion } = campaign;
    const steps = await readSteps(accountId, campaignId, sequenceVersion);
    const opening = steps
      .slice(0, shown.step - 1)
      .findLast(({ variants }) => variants[0]?.subject.trim());
    const [variant] = opening?.variants ?? [];
    if (!opening || !variant) return mail;
    const { subject } = await renderFor(campaign, { ...shown, step: opening.seq_number, variant });
    return { ...mail, subject: /^re:/i.test(subject) ? subject : `Re: ${subject}` };
  } catch (error) {
    if (error instanceof TemplateFault) {
      throw new AppError("invalid", "campaign.templateFault", { fault: error.text });
    }
    throw error;
  }
}
