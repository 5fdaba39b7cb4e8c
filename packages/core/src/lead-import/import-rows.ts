import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import { enrolInCampaign, findEnrolments } from "../campaign-lead/campaign-lead.ts";
import { reserveIds } from "../id-block/id-block.ts";
import { changeLead, findLeadIds, findLeads, storeLead } from "../lead/lead-record.ts";
import { findSuppressed } from "../suppression/suppression.ts";
import {
  type Decision,
  type DraftRow,
  DUPLICATE_REASON,
  decide,
  type ImportScope,
  type Known,
} from "./decide.ts";
import type { Outcome } from "./lead-import.schema.ts";

export type RowResult = {
  row: number;
  email: string;
  outcome: Outcome;
  reason?: string;
  leadId?: number;
  /** The row made a new lead of the account. */
  isNew?: boolean;
};

export type Limits = {
  /** Makes room for so many new leads, some of which a broken run may have stored already; gives how many there is room for. */
  makeRoom: (leads: number) => Promise<number>;
  /** Writes that go with a transaction that puts so many leads into the campaign, so many of them new. */
  along: (enrolled: number, stored: number) => PendingWrite[];
  /** How many transactions are under way at once. */
  inFlight: number;
};

/** A transaction holds a hundred writes: three a new lead, and room for those that go along. */
const LEADS_PER_WRITE = 32;
const ATTEMPTS = 5;
const OVER_LIMIT = "The plan's lead credits are used up";

type Task = { draft: DraftRow; decision: Exclude<Decision, { do: "nothing" }> };

/**
 * Puts leads into a campaign and gives what became of each, in the order of the rows. Of rows with the same address the
 * first counts. Safe to run again after it broke off anywhere, with the same results.
 */
export async function importRows(
  scope: ImportScope,
  drafts: readonly DraftRow[],
  limits: Limits,
): Promise<RowResult[]> {
  const firsts = new Map<string, DraftRow>();
  for (const draft of drafts) {
    const email = draft.details.email.toLowerCase();
    if (!firsts.has(email)) firsts.set(email, draft);
  }
  const results = await importDistinct(scope, firsts, limits);
  return drafts.map((draft) => {
    const email = draft.details.email.toLowerCase();
    const result = results.get(email);
    if (!result) throw new Error(`Row ${draft.row} was left out`);
    return firsts.get(email) === draft ? result : repeated(draft, result);
  });
}

/** A later row fares as the first one did, unless that one took the place. */
function repeated({ row, details }: DraftRow, first: RowResult): RowResult {
  const own = { ...first, row, email: details.email, isNew: false };
  return first.outcome === "imported"
    ? { ...own, outcome: "duplicate", reason: DUPLICATE_REASON }
    : own;
}

async function importDistinct(
  scope: ImportScope,
  firsts: ReadonlyMap<string, DraftRow>,
  limits: Limits,
): Promise<Map<string, RowResult>> {
  const known = await lookUp(scope, [...firsts.keys()]);
  const results = new Map<string, RowResult>();
  const tasks: Task[] = [];
  for (const [email, draft] of firsts) {
    const decision = decide(scope, draft, known.get(email) ?? NOTHING_KNOWN);
    if (decision.do === "nothing") results.set(email, resultOf(draft, decision));
    else tasks.push({ draft, decision });
  }
  const stored = [...results.values()].filter(({ isNew }) => isNew).length;
  const fresh = tasks.filter(({ decision }) => decision.do === "store");
  const room = fresh.length > 0 ? (await limits.makeRoom(stored + fresh.length)) - stored : 0;
  const surplus = new Set(fresh.slice(Math.max(room, 0)));
  for (const { draft } of surplus) {
    results.set(draft.details.email.toLowerCase(), overLimit(draft));
  }
  const groups = grouped(tasks.filter((task) => !surplus.has(task)));
  const done = await inParallel(groups, limits.inFlight, (group) => apply(scope, group, limits));
  for (const result of done.flat()) results.set(result.email.toLowerCase(), result);
  return results;
}

const NOTHING_KNOWN: Known = { isSuppressed: false, lead: undefined, enrolment: undefined };

const overLimit = ({ row, details }: DraftRow): RowResult => ({
  row,
  email: details.email,
  outcome: "over_limit",
  reason: OVER_LIMIT,
});

function resultOf(
  { row, details }: DraftRow,
  decision: Extract<Decision, { do: "nothing" }>,
): RowResult {
  const { outcome, reason, leadId, isNew } = decision;
  return {
    row,
    email: details.email,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(leadId === undefined ? {} : { leadId }),
    ...(isNew === undefined ? {} : { isNew }),
  };
}

/** What the table knows of addresses in lower case. */
async function lookUp(
  { accountId, campaignId }: ImportScope,
  emails: readonly string[],
): Promise<Map<string, Known>> {
  const [suppressed, leadIds] = await Promise.all([
    findSuppressed(accountId, emails),
    findLeadIds(accountId, emails),
  ]);
  const known = leadIds.filter((id) => id !== undefined);
  const [leads, enrolments] = await Promise.all([
    findLeads(accountId, known),
    findEnrolments(accountId, campaignId, known),
  ]);
  return new Map(
    emails.map((email, index) => {
      const leadId = leadIds[index] ?? 0;
      const isSuppressed = suppressed.has(email);
      return [email, { isSuppressed, lead: leads.get(leadId), enrolment: enrolments.get(leadId) }];
    }),
  );
}

function grouped(tasks: readonly Task[]): Task[][] {
  const groups: Task[][] = [];
  for (let start = 0; start < tasks.length; start += LEADS_PER_WRITE) {
    groups.push(tasks.slice(start, start + LEADS_PER_WRITE));
  }
  return groups;
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  inFlight: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return results;
}

/** One transaction for the whole group; if a condition of it fails, each row by itself. */
async function apply(
  scope: ImportScope,
  tasks: readonly Task[],
  limits: Limits,
): Promise<RowResult[]> {
  const { writes, results } = await prepare(scope, tasks, limits);
  try {
    await commit(writes);
    return results;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
  const single: RowResult[] = [];
  for (const { draft } of tasks) single.push(await applySingle(scope, draft, limits));
  return single;
}

async function prepare(scope: ImportScope, tasks: readonly Task[], limits: Limits) {
  const { accountId, campaignId, importId, at } = scope;
  const stored = tasks.filter(({ decision }) => decision.do === "store").length;
  let nextId = stored > 0 ? await reserveIds(accountId, "lead", stored) : 0;
  const writes: PendingWrite[] = [];
  const results: RowResult[] = [];
  for (const { draft, decision } of tasks) {
    const { row, details } = draft;
    const isNew = decision.do === "store";
    const leadId = isNew ? nextId++ : decision.lead.leadId;
    const mark = importId === undefined ? {} : { importId, importRow: row };
    if (isNew) writes.push(...storeLead({ accountId, leadId, campaignId, details, at, ...mark }));
    else writes.push(changed(scope, decision));
    if (decision.do === "refresh") {
      results.push({
        row,
        email: details.email,
        outcome: "duplicate",
        reason: DUPLICATE_REASON,
        leadId,
      });
      continue;
    }
    writes.push(enrolInCampaign({ accountId, campaignId, leadId, enrolledAt: at, ...mark }));
    results.push({ row, email: details.email, outcome: "imported", leadId, isNew });
  }
  const enrolled = results.filter(({ outcome }) => outcome === "imported").length;
  if (enrolled > 0) writes.push(...limits.along(enrolled, stored));
  return { writes, results };
}

function changed(
  { campaignId, importId, at }: ImportScope,
  decision: Extract<Decision, { do: "enrol" | "refresh" }>,
): PendingWrite {
  const isChanged = Object.keys(decision.changes).length > 0;
  return changeLead(decision.lead, decision.changes, {
    at,
    ...(decision.do === "enrol" ? { addToCampaignId: campaignId } : {}),
    ...(isChanged ? { importId } : {}),
  });
}

async function applySingle(
  scope: ImportScope,
  draft: DraftRow,
  limits: Limits,
): Promise<RowResult> {
  const email = draft.details.email.toLowerCase();
  for (let attempt = 1; ; attempt++) {
    const known = (await lookUp(scope, [email])).get(email) ?? NOTHING_KNOWN;
    const decision = decide(scope, draft, known);
    if (decision.do === "nothing") return resultOf(draft, decision);
    const { writes, results } = await prepare(scope, [{ draft, decision }], limits);
    try {
      await commit(writes);
      return results[0] ?? overLimit(draft);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const isOnlyLimit = error.refused.every((position) => position >= OWN_WRITES[decision.do]);
      if (isOnlyLimit) return overLimit(draft);
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** How many writes of a single row come before those that go along. */
const OWN_WRITES = { store: 3, enrol: 2, refresh: 1 } as const;
