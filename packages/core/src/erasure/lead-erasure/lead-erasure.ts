import { pageOptions } from "@thaw/data/page-options";
import { commitIfExpected } from "@thaw/data/transact";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import type { Actor } from "../../actor.ts";
import { findEnrolmentsOfLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { requireLead } from "../../leads/lead/lead.ts";
import { findLeadIds, type LeadRecord } from "../../leads/lead/lead-record.ts";
import { ownOf } from "../../leads/lead/own-values.ts";
import {
  ANNOUNCED_MS,
  addressHash,
  publishErasure,
} from "../../leads/suppression/erased-address.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { enqueue } from "../../queue.ts";
import { erasureIds, LeadErasureEntity } from "./lead-erasure.entity.ts";
import {
  ERASURE_STAGES,
  EraseLead,
  ErasureId,
  LeadErasure,
  ListErasures,
} from "./lead-erasure.schema.ts";
import { type ErasureRecord, erasureClaim, requireErasure } from "./lead-erasure-record.ts";

/**
 * Removes a person everywhere in the account, in the background, and keeps a proof of it without the address. Asking twice
 * gives the same erasure.
 */
export const eraseLead = operation({
  permission: "account:write",
  input: EraseLead,
  output: LeadErasure,
  async run(actor, { lead_id: leadId }) {
    const { accountId } = actor;
    const known = await findClaim(erasureClaim(accountId, leadId));
    const record = known
      ? await requireErasure(accountId, known.ownerId)
      : await request(actor, leadId);
    if (record.stage !== "done") {
      const job = { kind: "lead", accountId, erasureId: record.erasureId } as const;
      await enqueue("erase", [{ job, delayMs: ANNOUNCED_MS }]);
    }
    return toLeadErasure(record);
  },
});

async function request(actor: Actor, leadId: number): Promise<ErasureRecord> {
  const { accountId, userId } = actor;
  const lead = await requireLead(accountId, leadId);
  const { campaignIds: present = [], leftCampaignIds: left = [] } = lead;
  const campaignIds = [...new Set([...present, ...left])];
  const enrolments = await findEnrolmentsOfLead(accountId, leadId, campaignIds);
  const written = enrolments.flatMap(({ mailTo }) => mailTo ?? []);
  const own = [lead.email, ...(await earlierOf(lead)), ...written];
  const addresses = [...new Set(own.map((email) => email.toLowerCase()))];
  const record = {
    accountId,
    erasureId: await erasureIds.next(accountId),
    leadId,
    stage: "block" as const,
    requestedAt: nowIso(),
    requestedBy: userId,
    hashes: addresses.map((email) => addressHash(accountId, email)),
    addresses,
    campaignIds,
    importIds: [
      lead.importId,
      lead.changedByImportId,
      ...Object.values(ownOf(lead)).map((own) => own.importId),
    ].filter((id) => id !== undefined),
    since: lead.createdAt,
  };
  const claim = erasureClaim(accountId, leadId);
  const isOurs = await commitIfExpected([
    takeClaim(claim, { accountId, ownerId: record.erasureId }),
    LeadErasureEntity.create(record),
    recordAct(actor, { action: "lead_erased", target: `#${leadId}` }),
    publishErasure(accountId, record.requestedAt),
  ]);
  return isOurs ? record : requireErasure(accountId, (await findClaim(claim))?.ownerId ?? 0);
}

/** The addresses that the lead had before, without those that another lead has now: they are someone else's. */
async function earlierOf({ accountId, leadId, earlierEmails = [] }: LeadRecord): Promise<string[]> {
  const owners = await findLeadIds(accountId, earlierEmails);
  return earlierEmails.filter((_, index) => (owners[index] ?? leadId) === leadId);
}

/** How far an erasure has come; once it is done, the proof of it. */
export const getLeadErasure = operation({
  permission: "account:write",
  input: ErasureId,
  output: LeadErasure,
  async run({ accountId }, { erasure_id }) {
    return toLeadErasure(await requireErasure(accountId, erasure_id));
  },
});

/** Newest first. */
export const listLeadErasures = operation({
  permission: "account:write",
  input: ListErasures,
  output: pageOf(LeadErasure),
  async run({ accountId }, { limit, cursor }) {
    const page = await LeadErasureEntity.query
      .byAccount({ accountId })
      .go({ ...pageOptions(limit), cursor: cursor ?? null, order: "desc" });
    return { items: page.data.map(toLeadErasure), cursor: page.cursor };
  },
});

function toLeadErasure(record: ErasureRecord): LeadErasure {
  const { erasureId, leadId, stage, requestedAt, requestedBy, finishedAt, hashes } = record;
  return {
    id: erasureId,
    lead_id: leadId,
    stage,
    progress: { done: ERASURE_STAGES.indexOf(stage), of: ERASURE_STAGES.length - 1 },
    requested_at: requestedAt,
    requested_by: requestedBy,
    ...(finishedAt ? { finished_at: finishedAt } : {}),
    address_hashes: hashes,
    removed: {
      leads: record.leads ?? 0,
      places: record.places ?? 0,
      mails: record.mails ?? 0,
      events: record.events ?? 0,
      conversations: record.conversations ?? 0,
      conversation_mails: record.conversationMails ?? 0,
      mentions: record.mentions ?? 0,
      files: record.files ?? 0,
      block_list_entries: record.blockListEntries ?? 0,
    },
  };
}
