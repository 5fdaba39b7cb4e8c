import { batchesOf } from "@thaw/data/batches";
import { concurrently } from "@thaw/data/concurrently";
import { findEnrolments } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { bareAddress, isLeadEmail } from "../lead/lead.schema.ts";
import { findLeadIds } from "../lead/lead-record.ts";
import { readList } from "../lead-import/read-list.ts";
import { OPTED_OUT, readEntry } from "../suppression/suppression.schema.ts";
import { findEntries } from "../suppression/suppression.ts";
import type { DeletionCounts, DeletionKind } from "./csv-deletion.schema.ts";

/** One request has to be able to delete them all. */
export const MAX_ROWS = 10_000;
const PER_READ = 100;
const WIDTH = 4;

type DeletionTarget = {
  accountId: number;
  kind: DeletionKind;
  campaignId: number;
  clientId: number;
  fileKey: string;
};

/** What a file names and what of that is there now. */
export type DeletionList = DeletionCounts & {
  leadIds: number[];
  entries: { value: string; isOptOut: boolean }[];
};

/** @throws AppError not_found, too_large, invalid */
export async function readDeletionList(target: DeletionTarget): Promise<DeletionList> {
  const isLeads = target.kind === "campaign_leads";
  const { values, invalid } = await readList(target.accountId, target.fileKey, {
    readEntry: isLeads ? readLeadEmail : readEntry,
    maxRows: MAX_ROWS,
  });
  const parts = batchesOf(values, PER_READ);
  const leadIds = isLeads
    ? (await concurrently(parts, WIDTH, (part) => leadsNamed(target, part))).flat()
    : [];
  const entries = isLeads
    ? []
    : (await concurrently(parts, WIDTH, (part) => entriesNamed(target, part))).flat();
  const matched = leadIds.length + entries.length;
  return {
    leadIds,
    entries,
    matched,
    unmatched: values.length - matched,
    invalid,
    opted_out: entries.filter(({ isOptOut }) => isOptOut).length,
  };
}

const readLeadEmail = (cell: string) => {
  const email = bareAddress(cell);
  return isLeadEmail(email) ? email : undefined;
};

async function leadsNamed(
  { accountId, campaignId }: DeletionTarget,
  emails: string[],
): Promise<number[]> {
  const found = await findLeadIds(accountId, emails);
  const leadIds = found.filter((id) => id !== undefined);
  return [...(await findEnrolments(accountId, campaignId, leadIds)).keys()];
}

async function entriesNamed({ accountId, clientId }: DeletionTarget, values: string[]) {
  const entries = await findEntries(accountId, values, clientId);
  return entries.map(({ value, source }) => ({ value, isOptOut: OPTED_OUT.has(source) }));
}
