import { batchGet } from "@thaw/data/batch-get";
import { batchDelete, batchWrite } from "@thaw/data/batch-write";
import { batchesOf } from "@thaw/data/batches";
import { concurrently } from "@thaw/data/concurrently";
import { type LeadRecord, leadKey, leads } from "../lead/lead-record.ts";
import type { LeadPosting } from "./lead-posting.entity.ts";
import { dropPosting, postingsOf, putPosting } from "./lead-posting.ts";

type Image = Pick<
  LeadRecord,
  "accountId" | "leadId" | "email" | "first_name" | "last_name" | "company_name" | "searched"
>;
type Change = { before: Image | undefined; after: Image | undefined };
type Touched = { accountId: number; leadId: number; seen: Map<string, LeadPosting> };

/** One request of the table takes so many. */
const BATCH = 25;
/** Nobody waits for it, and pages wait behind it where the table does one thing at a time. */
const WIDTH = 2;

/**
 * Keeps the words by which leads are found, from changed leads.
 *
 * What a change shows is only where to look: the lead as it is now decides which of its words stay. So a change that comes
 * twice, late or in another order ends in the same state, and a lead that is gone by then leaves no word.
 */
export async function indexLeads(changes: readonly Change[]): Promise<void> {
  const touched = touchedBy(changes);
  if (touched.length === 0) return;
  const current = await batchGet(
    touched.map(({ accountId, leadId }) => leads.read(leadKey(accountId, leadId))),
    { consistent: true },
  );
  const wanted: LeadPosting[] = [];
  const gone: LeadPosting[] = [];
  for (const [at, { seen }] of touched.entries()) {
    const lead = current[at];
    const own = lead ? postingsOf(lead) : new Map<string, LeadPosting>();
    wanted.push(...own.values());
    for (const [key, posting] of seen) if (!own.has(key)) gone.push(posting);
  }
  await inBatches(wanted, (part) => batchWrite(part.map(putPosting)));
  await inBatches(gone, (part) => batchDelete(part.map(dropPosting)));
}

/** Leads whose words a change took or gave, with all of those. */
function touchedBy(changes: readonly Change[]): Touched[] {
  const touched = new Map<string, Touched>();
  for (const { before: was, after: is } of changes) {
    const lead = is ?? was;
    if (!lead || (was?.searched !== undefined && was.searched === is?.searched)) continue;
    const { accountId, leadId } = lead;
    const key = `${accountId} ${leadId}`;
    const known = touched.get(key) ?? { accountId, leadId, seen: new Map() };
    const seen = [was, is].flatMap((image) => (image ? [...postingsOf(image)] : []));
    for (const [name, posting] of seen) known.seen.set(name, posting);
    touched.set(key, known);
  }
  return [...touched.values()];
}

async function inBatches(
  rows: readonly LeadPosting[],
  write: (part: readonly LeadPosting[]) => Promise<void>,
): Promise<void> {
  await concurrently(batchesOf(rows, BATCH), WIDTH, write);
}
