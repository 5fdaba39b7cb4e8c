import { concurrently } from "@thaw/data/concurrently";
import type * as v from "valibot";
import { companyOf, companyPlaceOf } from "../../accounts/user/company-domain.schema.ts";
import type { Actor } from "../../actor.ts";
import type { StopReason } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import {
  type CampaignLeadRecord,
  findLeadEnrolments,
  stopLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { readIdCursor } from "../../cursor.ts";
import { WHOLE_ACCOUNT } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { Company, CompanyPreview, StopCompany, StoppedCompany } from "./company.schema.ts";
import { LeadEntity } from "./lead.entity.ts";
import { findLeads } from "./lead-record.ts";
import { visibleEnrolments, visibleLeads } from "./visible-leads.ts";

/** One call looks at so many leads of a domain. */
const MOST_LEADS = 1_000;
const PAGE = 200;
const WIDTH = 8;
const OPEN: ReadonlySet<string> = new Set(["STARTED", "INPROGRESS", "PAUSED"]);

/** `campaignIds`: where; everywhere when not given. */
type Asked = { domain: string; campaignIds?: readonly number[] | undefined };

const askedOf = ({ domain, campaign_id }: v.InferOutput<typeof Company>): Asked => ({
  domain,
  ...(campaign_id === undefined ? {} : { campaignIds: [campaign_id] }),
});

/** How many people stopping everyone at a domain would stop; it stops nobody. */
export const previewCompany = operation({
  permission: "leads:read",
  input: Company,
  output: CompanyPreview,
  async run({ accountId, scope }, asked) {
    const { ids, cursor } = await listColleagues(accountId, asked.domain, { most: MOST_LEADS });
    const visible = await visibleLeads(accountId, scope, ids);
    const open = await openEnrolments({ accountId, scope }, [...visible], askedOf(asked));
    const people = new Set(open.map(({ leadId }) => leadId));
    return {
      domain: asked.domain,
      leads: visible.size,
      open: people.size,
      is_cut: cursor !== null && (scope.kind === "all" || visible.size > 0),
    };
  },
});

/** Stops everyone at a domain in every campaign in reach, or in one. */
export const stopCompany = operation({
  permission: "leads:write",
  input: StopCompany,
  output: StoppedCompany,
  async run({ accountId, userId, scope }, asked) {
    const { ids, cursor } = await listColleagues(accountId, asked.domain, {
      after: readIdCursor(asked.cursor),
      most: MOST_LEADS,
    });
    const visible = await visibleLeads(accountId, scope, ids);
    const enrolments = await openEnrolments({ accountId, scope }, [...visible], askedOf(asked));
    const stopped = await stopEnrolments(enrolments, "manual", userId);
    const byLead = new Map<number, number[]>();
    for (const { leadId, campaignId } of stopped) {
      byLead.set(leadId, [...(byLead.get(leadId) ?? []), campaignId]);
    }
    return {
      domain: asked.domain,
      stopped: [...byLead].map(([lead_id, campaign_ids]) => ({ lead_id, campaign_ids })),
      cursor,
    };
  },
});

/** Someone answered: their colleagues get no more mail of these campaigns. Safe to run twice. */
export async function stopColleagues(
  { accountId, leadId }: { accountId: number; leadId: number },
  campaignIds: readonly number[],
): Promise<void> {
  const person = (await findLeads(accountId, [leadId])).get(leadId);
  const domain = person && companyOf(person.email);
  if (domain === undefined) return;
  const { ids } = await listColleagues(accountId, domain);
  const others = ids.filter((id) => id !== leadId);
  const all = { accountId, scope: WHOLE_ACCOUNT };
  const enrolments = await openEnrolments(all, others, { domain, campaignIds });
  await stopEnrolments(enrolments, "company_reply", 0);
}

/** Leads with an address at the domain, in the order of their ids, by an index that has keys alone. */
async function listColleagues(
  accountId: number,
  domain: string,
  { after = 0, most = Number.POSITIVE_INFINITY }: { after?: number; most?: number } = {},
): Promise<{ ids: number[]; cursor: string | null }> {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: unknown; cursor: string | null } = await LeadEntity.query
      .byCompany({ companyBox: `${accountId}.${domain}` })
      .gt({ companyPlace: companyPlaceOf(after) })
      .go({ limit: PAGE, cursor, data: "raw", ignoreOwnership: true });
    const { Items = [] } = page.data as { Items?: { gsi2sk: string }[] };
    ids.push(...Items.map(({ gsi2sk }) => Number(gsi2sk.slice(gsi2sk.lastIndexOf("_") + 1))));
    cursor = page.cursor;
  } while (cursor !== null && ids.length < most);
  const listed = ids.slice(0, most);
  const isWhole = cursor === null && listed.length === ids.length;
  return { ids: listed, cursor: isWhole ? null : String(listed.at(-1)) };
}

async function openEnrolments(
  { accountId, scope }: Pick<Actor, "accountId" | "scope">,
  leadIds: readonly number[],
  { domain, campaignIds }: Asked,
): Promise<CampaignLeadRecord[]> {
  const leads = [...(await findLeads(accountId, leadIds)).values()];
  const wanted = await visibleEnrolments(
    accountId,
    scope,
    leads
      // An index may be a moment behind.
      .filter(({ email }) => companyOf(email) === domain)
      .flatMap(({ leadId, campaignIds: present = [] }) =>
        [...present]
          .filter((campaignId) => campaignIds === undefined || campaignIds.includes(campaignId))
          .map((campaignId) => ({ leadId, campaignId })),
      ),
  );
  const enrolments = await findLeadEnrolments(accountId, wanted);
  return enrolments.filter(({ status }) => OPEN.has(status));
}

/** Gives those that this call stopped. */
async function stopEnrolments(
  enrolments: readonly CampaignLeadRecord[],
  reason: StopReason,
  actorId: number,
): Promise<CampaignLeadRecord[]> {
  const stopped = await concurrently(enrolments, WIDTH, async (enrolment) =>
    (await stopLead(enrolment, reason, actorId)) ? [enrolment] : [],
  );
  return stopped.flat();
}
