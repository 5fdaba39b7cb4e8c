import { boundText } from "@thaw/text/issue-text";
import { renderText } from "@thaw/text/render";
import type { Text } from "@thaw/text/say";
import * as v from "valibot";
import { categoryName } from "../../accounts/category/category-name.ts";
import { localeOfActor } from "../../actor.ts";
import type { CampaignSettings } from "../../campaigns/campaign/campaign.schema.ts";
import { type CampaignRecord, requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { sampleLeadIds } from "../../campaigns/campaign/sample-leads.ts";
import { Variant } from "../../campaigns/sequence/sequence.schema.ts";
import { isLinkedIn, STEP_TYPES } from "../../campaigns/sequence/step-type.schema.ts";
import { now } from "../../clock.ts";
import { notFound } from "../../error.ts";
import { renderStep } from "../../inbox/manual-step/render-step.ts";
import { hidesSome, type Scope } from "../../kernel/access/scope.ts";
import type { CampaignSchedule } from "../../kernel/schedule/schedule.schema.ts";
import type { Lead } from "../../leads/lead/lead.schema.ts";
import { findLeads, toLead } from "../../leads/lead/lead-record.ts";
import { valuesIn } from "../../leads/lead/own-values.ts";
import { leadIn, seeLead } from "../../leads/lead/see-leads.ts";
import { operation } from "../../operation.ts";
import { Id, WholeNumber } from "../../page.schema.ts";
import { findMailboxes, type MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import {
  compileVariant,
  type RenderedMessage,
  type RenderInput,
  renderMessage,
  type Sender,
  TemplateFault,
} from "../delivery/render-message.ts";

export const PreviewStep = v.object({
  campaign_id: Id,
  step: v.pipe(WholeNumber, v.minValue(1), v.maxValue(50, boundText("stepsMost"))),
  variant: Variant,
  seq_type: v.optional(v.picklist(STEP_TYPES), "EMAIL"),
  /** The lead to render for; the campaign's first when absent. */
  lead_id: v.optional(Id),
});

export const StepPreview = v.object({
  lead: v.object({ id: v.number(), email: v.string(), name: v.string() }),
  subject: v.string(),
  html: v.optional(v.string()),
  text: v.string(),
  missing: v.array(v.string()),
  /** What is wrong with the template and where; nothing is rendered then. */
  error: v.optional(v.string()),
  error_key: v.optional(v.string()),
  /** The same without where. */
  problem: v.optional(v.string()),
});

const EXAMPLE_SENDER: Sender = {
  email: "you@example.com",
  from_name: "Your Name",
  signature: "",
};

const EXAMPLE_LEAD: ShownLead = {
  id: 0,
  email: "alex@example.com",
  first_name: "Alex",
  last_name: "Doe",
  company_name: "Example Inc.",
  custom_fields: {},
};

/** What a lead would get, through the same code that sends it. */
export const previewStep = operation({
  permission: "campaigns:read",
  input: PreviewStep,
  output: StepPreview,
  async run(actor, { campaign_id, step, variant, seq_type, lead_id }) {
    const { accountId, scope } = actor;
    const campaign = await requireCampaign(accountId, campaign_id);
    // The first lead of all may be hidden from the caller.
    const isSampled = lead_id !== undefined || !hidesSome(scope);
    const lead = isSampled ? await leadToShow(scope, campaign, lead_id) : EXAMPLE_LEAD;
    const name = [lead.first_name, lead.last_name].filter(Boolean).join(" ");
    const shown = { id: lead.id, email: lead.email, name };
    try {
      const sender = await senderToShow(campaign);
      const mail = { lead, sender, step, variant };
      const rendered = isLinkedIn(seq_type)
        ? await renderStep({ seq_type }, variant, inputOf(campaign, mail))
        : await renderFor(campaign, mail);
      return { lead: shown, ...rendered };
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error;
      const render = (text: Text) => renderText(localeOfActor(actor), text);
      const fault = { error: render(error.text), problem: render(error.problem) };
      return {
        lead: shown,
        subject: "",
        text: "",
        missing: [],
        ...fault,
        error_key: error.text.key,
      };
    }
  },
});

export type ShownMail = { lead: ShownLead; sender: Sender; step: number; variant: Variant };

/**
 * A mail as it would leave now, with a placeholder for the link out of the list.
 *
 * @throws TemplateFault
 */
export function renderFor(campaign: CampaignRecord, mail: ShownMail): Promise<RenderedMessage> {
  return renderMessage(compileVariant(mail.variant), inputOf(campaign, mail));
}

function inputOf(campaign: CampaignRecord, { lead, sender, step }: ShownMail): RenderInput {
  const schedule = campaign.schedule as CampaignSchedule | undefined;
  return {
    lead,
    sender,
    categoryName: (id) => categoryName(campaign, lead, id),
    step,
    settings: campaign.settings as CampaignSettings,
    unsubscribeUrl: "#unsubscribe",
    now: now(),
    timezone: schedule?.timezone ?? "Etc/GMT",
  };
}

export type ShownLead = Pick<Lead, "id" | "email" | "custom_fields"> & Partial<Lead>;

/** The lead that was asked for, else the campaign's first, else an example. */
export async function leadToShow(
  scope: Scope,
  campaign: CampaignRecord,
  asked: number | undefined,
): Promise<ShownLead> {
  const leadId = asked ?? (await sampleLeadIds(campaign))[0];
  const { accountId, campaignId, parentId = campaignId } = campaign;
  const lead = leadId && (await findLeads(accountId, [leadId])).get(leadId);
  if (asked !== undefined && !lead) throw notFound("lead");
  if (!lead) return EXAMPLE_LEAD;
  const known = [campaignId, parentId].find((id) => valuesIn(lead, id));
  return toLead(known ? leadIn(lead, known) : await seeLead(accountId, scope, lead));
}

async function senderToShow({ accountId, mailboxIds }: CampaignRecord): Promise<Sender> {
  const [mailbox] = await findMailboxes(accountId, mailboxIds.slice(0, 1));
  return mailbox ? toSender(mailbox) : EXAMPLE_SENDER;
}

export const toSender = ({ email, fromName, signature = "" }: MailboxRecord): Sender => ({
  email,
  from_name: fromName,
  signature,
});
