import { listCategories } from "@thaw/core/accounts/category/category";
import type { Actor } from "@thaw/core/actor";
import type { CampaignWithFigures } from "@thaw/core/campaigns/campaign/campaign.schema";
import { getSequence } from "@thaw/core/campaigns/sequence/sequence";
import type { SequenceStep } from "@thaw/core/campaigns/sequence/sequence.schema";
import { getStepAccess } from "@thaw/core/campaigns/sequence/step-access";
import type { Condition } from "@thaw/core/campaigns/subsequence/condition.schema";
import { HOLIDAY_COUNTRIES } from "@thaw/core/kernel/schedule/holiday-countries.schema";
import { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { listLeadImports } from "@thaw/core/leads/lead-import/lead-import";
import type { LeadImport } from "@thaw/core/leads/lead-import/lead-import.schema";
import { MAX_PAGE } from "@thaw/core/page.schema";
import { listLinkedInAccounts } from "@thaw/core/senders/linkedin/linkedin-account";
import { listMailboxes } from "@thaw/core/senders/mailbox/mailbox";
import type { Mailbox } from "@thaw/core/senders/mailbox/mailbox.schema";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { defaultSchedule, type SetupDraft } from "./setup-draft.ts";

const LEADS_SHOWN = 5;
/** As many as the launch check learns custom fields from. */
const LEADS_TO_CHOOSE = 25;
const MAILBOX_PAGES = 5;

export type SampleLead = { id: number; email: string; name: string; company: string };
export type LeadsData = {
  /** The import that is under way, if one is. */
  current: LeadImport | undefined;
  first: SampleLead[];
  total: number;
};

type CampaignLeads = Awaited<ReturnType<typeof listCampaignLeads>>;

export function toSampleLeads({ items }: CampaignLeads): SampleLead[] {
  return items.flatMap(({ lead }) =>
    lead
      ? [
          {
            id: lead.id,
            email: lead.email,
            name: [lead.first_name, lead.last_name].filter(Boolean).join(" "),
            company: lead.company_name ?? "",
          },
        ]
      : [],
  );
}

export async function loadLeads(actor: Actor, campaign_id: number): Promise<LeadsData> {
  const [imports, page] = await Promise.all([
    listLeadImports(actor, { campaign_id, limit: 1 }),
    listCampaignLeads(actor, { campaign_id, limit: LEADS_SHOWN }),
  ]);
  const [newest] = imports.items;
  const isUnderWay = newest?.status === "UPLOADED" || newest?.status === "RUNNING";
  return {
    current: isUnderWay ? newest : undefined,
    first: toSampleLeads(page),
    // The count follows the leads a moment later.
    total: Math.max(page.total ?? 0, page.items.length),
  };
}

export type ConditionData = {
  revision: number;
  condition: Condition | undefined;
  categories: { id: number; name: string }[];
};

export async function loadCondition(
  actor: Actor,
  {
    condition,
    condition_revision: revision,
  }: Pick<CampaignWithFigures, "condition_revision"> & { condition?: Condition | undefined },
): Promise<ConditionData> {
  const { items } = await listCategories(actor, {});
  return { revision, condition, categories: items.map(({ id, name }) => ({ id, name })) };
}

export type SequenceData = {
  /** The first mail may wait and needs no subject: it goes on with a conversation. */
  isSubsequence: boolean;
  steps: SequenceStep[];
  version: number;
  revision: number;
  /** Leads are under way: nothing is saved by itself. */
  hasBegun: boolean;
  leads: SampleLead[];
  customFields: string[];
  /** Whether the plan has LinkedIn steps. */
  hasLinkedIn: boolean;
};

export async function loadSequence(
  actor: Actor,
  campaign: Pick<CampaignWithFigures, "id" | "parent_id" | "started_at">,
): Promise<SequenceData> {
  const { id: campaign_id, parent_id, started_at } = campaign;
  const [{ steps, version, revision }, access, page] = await Promise.all([
    getSequence(actor, { campaign_id }),
    getStepAccess(actor, {}),
    // Before anyone has come into a subsequence, those who may are in its campaign.
    listCampaignLeads(actor, { campaign_id: parent_id ?? campaign_id, limit: LEADS_TO_CHOOSE }),
  ]);
  const names = page.items.flatMap(({ lead }) => Object.keys(lead?.custom_fields ?? {}));
  const customFields = [...new Set(names)].sort();
  return {
    isSubsequence: parent_id !== undefined,
    steps,
    version,
    revision,
    hasBegun: started_at !== undefined,
    leads: toSampleLeads(page),
    customFields,
    hasLinkedIn: access.linkedin,
  };
}

export type Sender = {
  id: number;
  email: string;
  name: string;
  state: Mailbox["connection_state"];
  sentToday: number;
  dailyLimit: number;
  minGapMinutes: number;
};
export type SetupData = {
  /** A subsequence writes from the mailboxes of its campaign. */
  choosesSenders: boolean;
  draft: SetupDraft;
  revision: number;
  /** False when there is no schedule yet: the one offered has to be saved. */
  isSaved: boolean;
  /** At most a thousand. */
  mailboxes: Sender[];
  /** Those in use, and those that it has chosen. */
  linkedin: { id: number; name: string }[];
  timeZones: string[];
  /** Those whose holidays are known, by name. */
  countries: { value: string; label: string }[];
};

export async function loadMailboxes(actor: Actor): Promise<Sender[]> {
  const senders: Sender[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAILBOX_PAGES && (pages === 0 || cursor !== null); pages++) {
    const page: Awaited<ReturnType<typeof listMailboxes>> = await listMailboxes(actor, {
      limit: MAX_PAGE,
      cursor,
    });
    senders.push(
      ...page.items.map((mailbox) => ({
        id: mailbox.id,
        email: mailbox.email,
        name: mailbox.from_name,
        state: mailbox.connection_state,
        sentToday: mailbox.sent_today,
        dailyLimit: mailbox.daily_limit,
        minGapMinutes: mailbox.min_gap_minutes,
      })),
    );
    cursor = page.cursor;
  }
  return senders;
}

function countriesByName(locale: string): SetupData["countries"] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return HOLIDAY_COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort(
    (one, other) => one.label.localeCompare(other.label, locale),
  );
}

/** @param timeZone of the person who asks, for a campaign without a schedule */
export async function loadSetup(
  actor: Actor,
  campaign: CampaignWithFigures,
  timeZone: string,
): Promise<SetupData> {
  const schedule = campaign.schedule ?? defaultSchedule(timeZone);
  const { mailbox_ids: mailboxIds, linkedin_account_ids: chosen, settings } = campaign;
  const { items: accounts } = await listLinkedInAccounts(actor, {});
  const linkedin = accounts
    .filter(({ id, progress }) => progress === "SUCCESS" || chosen.includes(id))
    .map(({ id, name }) => ({ id, name }));
  const linkedinIds = chosen.filter((id) => linkedin.some((account) => account.id === id));
  return {
    draft: { mailboxIds, linkedinIds, schedule, settings },
    linkedin,
    revision: campaign.setup_revision,
    choosesSenders: campaign.parent_id === undefined,
    isSaved: campaign.schedule !== undefined,
    mailboxes: await loadMailboxes(actor),
    timeZones: [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", schedule.timezone])],
    countries: countriesByName(DEFAULT_LOCALE),
  };
}
