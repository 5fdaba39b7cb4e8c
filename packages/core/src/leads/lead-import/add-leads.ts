import type { PendingWrite } from "@thaw/data/transact";
import { renderText } from "@thaw/text/render";
import { type Text, textOfLine } from "@thaw/text/say";
import * as v from "valibot";
import { leadCreditLimit } from "../../accounts/account/account.ts";
import { readLeadCredits, takeCredits } from "../../accounts/subscription-plan/lead-credit.ts";
import { localeOfActor } from "../../actor.ts";
import { requireCampaignForLeads } from "../../campaigns/campaign/campaign-record.ts";
import { reactivate } from "../../campaigns/campaign/reactivate.ts";
import { nowIso } from "../../clock.ts";
import { messageOf } from "../../issue-message.ts";
import { operation } from "../../operation.ts";
import { randomToken } from "../../random.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { cleanValue } from "../lead/lead.schema.ts";
import type { DraftRow, ImportScope } from "./decide.ts";
import { addressOf, importRows, type Limits, type RowResult } from "./import-rows.ts";
import { AddedLeads, AddLeads, LeadToAdd, NO_COUNTS, type Outcome } from "./lead-import.schema.ts";
import { lookUp } from "./look-up.ts";

/** Puts up to 400 leads into a campaign and says what became of each. Sent again, the same leads are duplicates. */
export const addLeads = operation({
  permission: "leads:write",
  input: AddLeads,
  output: AddedLeads,
  async run(actor, { campaign_id, leads, options }) {
    const { accountId } = actor;
    const locale = localeOfActor(actor);
    await requireCampaignForLeads(accountId, campaign_id);
    const by = actor.scope;
    const scope = { accountId, scope: by, campaignId: campaign_id, options, at: nowIso() };
    const drafts: DraftRow[] = [];
    const results: RowResult[] = [];
    for (const [row, lead] of leads.entries()) {
      const parsed = v.safeParse(LeadToAdd, lead, { message: messageOf });
      if (parsed.success) drafts.push({ row, details: parsed.output });
      else results.push(invalid(row, lead, textOfLine(parsed.issues[0].message)));
    }
    const [known, limits] = await Promise.all([
      lookUp(scope, [...new Set(drafts.map(addressOf))]),
      limitsOf(scope),
    ]);
    results.push(...(await importRows(scope, drafts, known, limits)));
    if (countOutcomes(results).imported > 0) await reactivate(actor, campaign_id, "leads_added");
    return {
      results: results
        .sort((a, b) => a.row - b.row)
        .map(({ row, email, outcome, reason, leadId }) => ({
          index: row,
          email,
          outcome,
          ...(reason ? { reason: renderText(locale, reason), reason_key: reason.key } : {}),
          ...(leadId === undefined ? {} : { lead_id: leadId }),
        })),
      counts: countOutcomes(results),
    };
  },
});

/** Credits are taken in the transaction that stores the leads, so one transaction is under way at a time. */
async function limitsOf({ accountId, campaignId, at }: ImportScope): Promise<Limits> {
  const limit = await leadCreditLimit(accountId);
  return {
    inFlight: 1,
    makeRoom: async (leads) => Math.min(leads, limit - (await readLeadCredits(accountId)).used),
    along: (enrolled, stored): PendingWrite[] => [
      ...(stored > 0 ? [takeCredits(accountId, { credits: stored, leads: stored, limit })] : []),
      eventItem({
        accountId,
        campaignId,
        kind: "leads-added",
        at,
        key: randomToken(),
        amount: enrolled,
      }),
    ],
  };
}

function invalid(row: number, lead: unknown, reason: Text): RowResult {
  const given = lead !== null && typeof lead === "object" && "email" in lead ? lead.email : "";
  const email = typeof given === "string" ? cleanValue(given, 254) : "";
  return { row, email, outcome: "invalid", reason };
}

export function countOutcomes(results: readonly { outcome: Outcome }[]) {
  const counts = { ...NO_COUNTS };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}
