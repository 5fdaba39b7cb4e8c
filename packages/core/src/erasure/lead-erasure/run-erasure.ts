import { writeIfExpected } from "@thaw/data/condition";
import { commit } from "@thaw/data/transact";
import { systemActor } from "../../actor.ts";
import { blockLead, findEnrolmentsOfLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { eraseMails } from "../../engine/delivery/erase-mails.ts";
import { eraseThread, findThreadsWith } from "../../inbox/thread/erase-threads.ts";
import { redactMails } from "../../inbox/thread/redact-mails.ts";
import { redactionOf } from "../../inbox/thread/redact-words.ts";
import { deleteLead } from "../../leads/lead/lead.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { eraseExports } from "../../leads/lead-export/erase-exports.ts";
import { eraseImportFiles } from "../../leads/lead-import/erase-files.ts";
import { dropEntry, findListed, keepErased } from "../../leads/suppression/erased-address.ts";
import { forgetDetails } from "../../reporting/event/forget-details.ts";
import { LeadErasureEntity } from "./lead-erasure.entity.ts";
import { ERASURE_STAGES, type ErasureStage } from "./lead-erasure.schema.ts";
import { type ErasureRecord, requireErasure } from "./lead-erasure-record.ts";

type Key = { accountId: number; erasureId: number };
type Counted = Pick<
  ErasureRecord,
  | "leads"
  | "places"
  | "mails"
  | "events"
  | "conversations"
  | "conversationMails"
  | "mentions"
  | "files"
  | "blockListEntries"
>;

/** An import that is under way is waited for. */
const AGAIN_MS = 60_000;
/** Of other people's conversations, which one invocation has the time for. */
const PAGES_AT_ONCE = 20;

/**
 * Goes on with an erasure until it is done. Safe to run twice and to be cut off anywhere.
 *
 * @returns in how many milliseconds it has to go on, where it is not done
 */
export async function runErasure(key: Key): Promise<number | undefined> {
  let record = await requireErasure(key.accountId, key.erasureId);
  while (record.stage !== "done") {
    const goesOnMs = await STAGES[record.stage](record);
    if (goesOnMs !== undefined) return goesOnMs;
    await moveOn(record);
    record = await requireErasure(key.accountId, key.erasureId);
  }
  return undefined;
}

/** The last stage removes what was needed to find the person. */
async function moveOn(record: ErasureRecord): Promise<void> {
  const { accountId, erasureId, stage } = record;
  const next = ERASURE_STAGES[ERASURE_STAGES.indexOf(stage) + 1] ?? "done";
  const update = LeadErasureEntity.patch({ accountId, erasureId }).set({
    stage: next,
    ...(next === "done" ? { finishedAt: nowIso() } : {}),
  });
  const moved =
    next === "done"
      ? update.remove(["addresses", "campaignIds", "importIds", "since", "redactedTo"])
      : update;
  await writeIfExpected(moved.where((row, op) => op.eq(row.stage, stage)));
}

/** For a transaction: counts what goes in it, so that a repeat counts nothing twice. */
const tally = ({ accountId, erasureId }: ErasureRecord, counts: Counted) =>
  LeadErasureEntity.patch({ accountId, erasureId }).add(
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count)),
  );

/** Gives in how many milliseconds it has to go on, where it is not done. */
type Stage = (record: ErasureRecord) => Promise<number | undefined | void>;

const STAGES: Record<Exclude<ErasureStage, "done">, Stage> = {
  async block({ accountId, leadId, addresses = [], campaignIds = [], requestedBy, requestedAt }) {
    // First this: from now on no import brings the person back and no mail leaves.
    for (const email of addresses) await keepErased(accountId, email, requestedAt);
    for (const campaignId of campaignIds) {
      await blockLead({ accountId, campaignId, leadId }, requestedBy);
    }
  },
  async lead(record) {
    const { accountId, leadId } = record;
    const lead = (await findLeads(accountId, [leadId])).get(leadId);
    if (!lead) return;
    const enrolments = await findEnrolmentsOfLead(accountId, leadId, [...(lead.campaignIds ?? [])]);
    await setCounts(record, { leads: 1, places: enrolments.length });
    await deleteLead(systemActor(accountId), { lead_id: leadId });
  },
  async mails(record) {
    await eraseMails(record, record.campaignIds ?? [], (mails) => tally(record, { mails }));
  },
  async events(record) {
    const { accountId, leadId, campaignIds = [], since = record.requestedAt } = record;
    for (const campaignId of campaignIds) {
      const days = { from: since, to: nowIso() };
      await forgetDetails({ accountId, campaignId, leadId }, days, (events) =>
        tally(record, { events }),
      );
    }
  },
  async conversations(record) {
    const { accountId, leadId, addresses = [] } = record;
    for (const thread of await findThreadsWith(accountId, leadId, addresses)) {
      await eraseThread(thread, ({ conversations = 0, mails = 0, files = 0 }) =>
        tally(record, { conversations, conversationMails: mails, files }),
      );
    }
  },
  async mentions(record) {
    const { accountId, erasureId, addresses = [] } = record;
    const redaction = redactionOf(addresses);
    const run = { accountId, erasureId, redaction, tally: () => tally(record, { mentions: 1 }) };
    let after = record.redactedTo ?? 0;
    for (let page = 0; page < PAGES_AT_ONCE; page++) {
      const last = await redactMails(run, after);
      if (last === undefined) return undefined;
      after = last;
      await LeadErasureEntity.patch({ accountId, erasureId })
        .set({ redactedTo: after })
        .go({ response: "none" });
    }
    return 0;
  },
  async exports(record) {
    for await (const files of eraseExports(record.accountId)) {
      if (files > 0) await commit([tally(record, { files })]);
    }
  },
  async files(record) {
    const { accountId, addresses = [], importIds = [] } = record;
    const isDone = await eraseImportFiles(accountId, { addresses, own: importIds }, (files) =>
      tally(record, { files }),
    );
    return isDone ? undefined : AGAIN_MS;
  },
  async block_list(record) {
    const { accountId, addresses = [] } = record;
    for (const email of addresses) {
      for (const entry of await findListed(accountId, email)) {
        await commit([dropEntry(entry), tally(record, { blockListEntries: 1 })]);
      }
    }
  },
};

/**
 * Runs before the lead is deleted, which takes several writes: the counts stay right however often the erasure is
 * interrupted.
 */
async function setCounts(record: ErasureRecord, { leads, places }: Counted): Promise<void> {
  if (record.leads) return;
  const { accountId, erasureId } = record;
  await LeadErasureEntity.patch({ accountId, erasureId })
    .set({ leads: leads ?? 0, places: places ?? 0 })
    .go({ response: "none" });
}
