import type { Actor } from "@thaw/core/actor";
import type { CampaignWithFigures } from "@thaw/core/campaigns/campaign/campaign.schema";
import { checkLaunch, type LaunchProblem } from "@thaw/core/campaigns/campaign/campaign-launch";
import { getSequence } from "@thaw/core/campaigns/sequence/sequence";
import type { SequenceStep } from "@thaw/core/campaigns/sequence/sequence.schema";
import type { StepType } from "@thaw/core/campaigns/sequence/step-type.schema";
import { getSendPlan } from "@thaw/core/engine/forecast/forecast";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import { previewStep } from "@thaw/core/engine/preview/campaign-preview";
import type { CampaignSchedule } from "@thaw/core/kernel/schedule/schedule.schema";
import { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { loadMailboxes, type SampleLead, toSampleLeads } from "./load-step.server.ts";
import type { Rendered } from "./rendered-mail.tsx";

const SAMPLE_LEADS = 5;
const SAMPLE_EMAILS = 20;

export type SampleEmail = {
  step: number;
  type: StepType;
  /** Only where the step has several variants. */
  letter: string | undefined;
  mail: Rendered;
};
export type LeadSample = {
  email: string;
  /** Variables of any email shown without value and without fallback. */
  missing: string[];
  mails: SampleEmail[];
};
export type ReviewData = {
  problems: LaunchProblem[];
  summary: {
    leads: number;
    steps: number;
    senders: number;
    schedule: CampaignSchedule | null;
    /** What rules between two emails of a mailbox: the campaign's gap, or the mailbox's own where that is longer. */
    gap: { least: number; most: number };
    /** Steps with more than one variant. */
    tested: number;
    tracksOpens: boolean;
    tracksClicks: boolean;
  };
  /** These take a moment: the page does not wait for them. */
  plan: Promise<SendPlanView>;
  samples: Promise<LeadSample[]>;
  /** How many emails each lead is not shown. */
  unshown: number;
};

export async function loadReview(actor: Actor, campaign: CampaignWithFigures): Promise<ReviewData> {
  const { id: campaign_id, parent_id, schedule = null, mailbox_ids, settings } = campaign;
  const [problems, page, { steps }, mailboxes] = await Promise.all([
    checkLaunch(actor, { campaign_id }),
    listCampaignLeads(actor, { campaign_id: parent_id ?? campaign_id, limit: SAMPLE_LEADS }),
    getSequence(actor, { campaign_id }),
    mailbox_ids.length > 0 ? loadMailboxes(actor) : [],
  ]);
  const leads = toSampleLeads(page);
  const emails = emailsOf(steps);
  return {
    problems,
    summary: {
      leads: Math.max(page.total ?? 0, leads.length),
      steps: steps.length,
      senders: mailbox_ids.length,
      schedule,
      gap: gapOf(
        schedule?.minGapMinutes ?? 0,
        mailboxes.filter(({ id }) => mailbox_ids.includes(id)),
      ),
      tested: steps.filter(({ variants }) => variants.length > 1).length,
      tracksOpens: settings.track_opens,
      tracksClicks: settings.track_clicks,
    },
    plan: getSendPlan(actor, { campaign_id }),
    samples: Promise.all(
      leads.map((lead) =>
        renderSample(actor, { campaign_id, emails: emails.slice(0, SAMPLE_EMAILS), lead }),
      ),
    ),
    unshown: Math.max(emails.length - SAMPLE_EMAILS, 0),
  };
}

function gapOf(own: number, mailboxes: readonly { minGapMinutes: number }[]) {
  if (mailboxes.length === 0) return { least: own, most: own };
  const gaps = mailboxes.map(({ minGapMinutes }) => Math.max(own, minGapMinutes));
  return { least: Math.min(...gaps), most: Math.max(...gaps) };
}

const emailsOf = (steps: readonly SequenceStep[]) =>
  steps.flatMap(({ seq_number, seq_type, variants }) =>
    variants.map((variant) => ({
      step: seq_number,
      seq_type,
      variant,
      letter: variants.length > 1 ? variant.letter : undefined,
    })),
  );

type Asked = { campaign_id: number; emails: ReturnType<typeof emailsOf>; lead: SampleLead };

async function renderSample(
  actor: Actor,
  { campaign_id, emails, lead }: Asked,
): Promise<LeadSample> {
  const mails = await Promise.all(
    emails.map(async ({ letter, ...what }): Promise<SampleEmail> => {
      const mail = await previewStep(actor, { campaign_id, ...what, lead_id: lead.id });
      return { step: what.step, type: what.seq_type, letter, mail };
    }),
  );
  const missing = [...new Set(mails.flatMap(({ mail }) => mail.missing))];
  return { email: lead.email, missing, mails };
}
