import { batchesOf } from "@thaw/data/batches";
import { concurrently } from "@thaw/data/concurrently";
import { commit, compact, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import { say, type Text } from "@thaw/text/say";
import { enrolInCampaign } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { changeLead, leadIds, storeLead } from "../lead/lead-record.ts";
import {
  type Decision,
  type DraftRow,
  DUPLICATE_REASON,
  decide,
  type ImportScope,
  type Known,
  NOTHING_KNOWN,
} from "./decide.ts";
import type { Outcome } from "./lead-import.schema.ts";
import { lookUp } from "./look-up.ts";

export type RowResult = {
  row: number;
  email: string;
  outcome: Outcome;
  reason?: Text;
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
const OVER_LIMIT = say("leadFile.rowOverLimit");

type Task = { draft: DraftRow; leadId: number; decision: Exclude<Decision, { do: "nothing" }> };

/**
 * Puts leads into a campaign and gives what became of each, in the order of the rows. Of rows with the same address the
 * first counts. Safe to run again after it broke off anywhere, with the same results.
 *
 * @param known what `lookUp` gave for the addresses; if it is out of date by now, it is looked up again where it matters
 */
export async function importRows(
  scope: ImportScope,
  drafts: readonly DraftRow[],
  known: ReadonlyMap<string, Known>,
  limits: Limits,
): Promise<RowResult[]> {
  const firsts = new Map<string, DraftRow>();
  for (const draft of drafts) {
    const email = addressOf(draft);
    if (!firsts.has(email)) firsts.set(email, draft);
  }
  const results = new Map<string, RowResult>();
  const undecided: { draft: DraftRow; decision: Task["decision"] }[] = [];
  for (const [email, draft] of firsts) {
    const decision = decide(scope, draft, known.get(email) ?? NOTHING_KNOWN);
    if (decision.do === "nothing") results.set(email, resultOf(draft, decision));
    else undecided.push({ draft, decision });
  }
  const stored = [...results.values()].filter(({ isNew }) => isNew).length;
  const fresh = undecided.filter(({ decision }) => decision.do === "store");
  const [room, firstId] = await Promise.all([
    fresh.length > 0 ? limits.makeRoom(stored + fresh.length) : 0,
    fresh.length > 0 ? leadIds.reserve(scope.accountId, fresh.length) : 0,
  ]);
  const surplus = new Set(fresh.slice(Math.max(room - stored, 0)).map(({ draft }) => draft));
  for (const draft of surplus) results.set(addressOf(draft), overLimit(draft));
  let nextId = firstId;
  const tasks = undecided
    .filter(({ draft }) => !surplus.has(draft))
    .map(({ draft, decision }): Task => {
      const leadId = decision.do === "store" ? nextId++ : decision.lead.leadId;
      return { draft, decision, leadId };
    });
  const done = await concurrently(batchesOf(tasks, LEADS_PER_WRITE), limits.inFlight, (group) =>
    apply(scope, group, limits),
  );
  for (const result of done.flat()) results.set(result.email.toLowerCase(), result);
  return drafts.map((draft) => resultOfRow(draft, firsts, results));
}

export const addressOf = ({ details }: DraftRow) => details.email.toLowerCase();

/** A later row fares as the first one with its address did, unless that one took the place. */
function resultOfRow(
  draft: DraftRow,
  firsts: ReadonlyMap<string, DraftRow>,
  results: ReadonlyMap<string, RowResult>,
): RowResult {
  const email = addressOf(draft);
  const first = results.get(email);
  if (!first) throw new Error(`Row ${draft.row} was left out`);
  if (firsts.get(email) === draft) return first;
  const own = { ...first, row: draft.row, email: draft.details.email, isNew: false };
  return first.outcome === "imported"
    ? { ...own, outcome: "duplicate", reason: DUPLICATE_REASON }
    : own;
}

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

/** One transaction for the whole group; if a condition of it fails, each row by itself. */
async function apply(
  scope: ImportScope,
  tasks: readonly Task[],
  limits: Limits,
): Promise<RowResult[]> {
  const { done, results } = write(scope, tasks, limits);
  try {
    await done;
    return results;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
  const single: RowResult[] = [];
  for (const { draft } of tasks) single.push(await applySingle(scope, draft, limits));
  return single;
}

/** Begins the transaction for some rows. */
function write(scope: ImportScope, tasks: readonly Task[], limits: Limits) {
  const { accountId, campaignId, importId, at } = scope;
  const writes: PendingWrite[] = [];
  const results: RowResult[] = [];
  for (const { draft, decision, leadId } of tasks) {
    const { row, details } = draft;
    const { email } = details;
    const isNew = decision.do === "store";
    const mark = importId === undefined ? {} : { importId, importRow: row };
    const own = isNew
      ? storeLead({ accountId, leadId, campaignId, details, at, ...mark })
      : [compact(changed(scope, decision))];
    writes.push(...own);
    if (decision.do === "refresh") {
      results.push({ row, email, outcome: "duplicate", reason: DUPLICATE_REASON, leadId });
      continue;
    }
    const enrolment = { accountId, campaignId, leadId, enrolledAt: at, ...mark };
    writes.push(enrolInCampaign(enrolment));
    results.push({ row, email, outcome: "imported", leadId, isNew });
  }
  const enrolled = results.filter(({ outcome }) => outcome === "imported").length;
  const stored = results.filter(({ isNew }) => isNew).length;
  if (enrolled > 0) writes.push(...limits.along(enrolled, stored));
  // A row of an import is known by its mark, one that came through the API is not.
  return { done: commit(writes, { withoutToken: importId !== undefined }), results };
}

function changed(
  { campaignId, importId, at }: ImportScope,
  decision: Extract<Decision, { do: "enrol" | "refresh" }>,
): PendingWrite {
  const { own } = decision;
  const isChanged = Object.keys(decision.changes).length > 0 || own !== undefined;
  return changeLead(decision.lead, decision.changes, {
    at,
    ...(decision.do === "enrol" ? { addToCampaignId: campaignId } : {}),
    ...(isChanged ? { importId } : {}),
    ...(own ? { own } : {}),
  });
}

async function applySingle(
  scope: ImportScope,
  draft: DraftRow,
  limits: Limits,
): Promise<RowResult> {
  const email = addressOf(draft);
  for (let attempt = 1; ; attempt++) {
    const known = (await lookUp(scope, [email])).get(email) ?? NOTHING_KNOWN;
    const decision = decide(scope, draft, known);
    if (decision.do === "nothing") return resultOf(draft, decision);
    const leadId =
      decision.do === "store" ? await leadIds.reserve(scope.accountId, 1) : decision.lead.leadId;
    const { done, results } = write(scope, [{ draft, decision, leadId }], limits);
    try {
      await done;
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
