import type { LeadDetails } from "../lead/lead.schema.ts";
import { type LeadChanges, type LeadRecord, mergeDetails } from "../lead/lead-record.ts";
import type { ImportOptions, Outcome } from "./lead-import.schema.ts";

/** Where leads go, and on whose behalf. `importId` is missing when they come through the API. */
export type ImportScope = {
  accountId: number;
  campaignId: number;
  options: ImportOptions;
  at: string;
  importId?: number;
};

export type DraftRow = { row: number; details: LeadDetails };

/** What the table holds about an address. */
export type Known = {
  isSuppressed: boolean;
  lead: LeadRecord | undefined;
  /** In another campaign; looked for only where that decides. */
  isElsewhere?: boolean;
  enrolment: { importId?: number; importRow?: number } | undefined;
};

export const NOTHING_KNOWN: Known = { isSuppressed: false, lead: undefined, enrolment: undefined };

export type Decision =
  | { do: "nothing"; outcome: Outcome; reason?: string; leadId?: number; isNew?: boolean }
  | { do: "store" }
  | { do: "enrol"; lead: LeadRecord; changes: LeadChanges }
  /** In the campaign already: only its fields change. */
  | { do: "refresh"; lead: LeadRecord; changes: LeadChanges };

const REASON = {
  blocked: "On the block list or unsubscribed",
  bounced: "The address has bounced",
  elsewhere: "The lead is in another campaign",
  duplicate: "The address is in this campaign already",
} as const;

/**
 * What to do with a row. Work that this very row did before, in a run that broke off, is known by the import's id and the
 * row's number, so that it counts again as it would have counted.
 */
export function decide(scope: ImportScope, { row, details }: DraftRow, known: Known): Decision {
  const { lead, enrolment } = known;
  const { importId } = scope;
  const isOurs = (mark: { importId?: number; importRow?: number }) =>
    importId !== undefined && mark.importId === importId && mark.importRow === row;
  if (lead && enrolment && isOurs(enrolment)) {
    return { do: "nothing", outcome: "imported", leadId: lead.leadId, isNew: isOurs(lead) };
  }
  if (known.isSuppressed) return { do: "nothing", outcome: "blocked", reason: REASON.blocked };
  if (!lead) return { do: "store" };
  const reason = reasonToSkip(scope, lead, known);
  if (reason) return { do: "nothing", outcome: "skipped", reason };
  if (enrolment) return refresh(scope, details, lead, enrolment);
  const changes = mergeDetails(lead, details, scope.options.overwrite) ?? {};
  return { do: "enrol", lead, changes };
}

function reasonToSkip(
  { options }: ImportScope,
  lead: LeadRecord,
  { enrolment, isElsewhere }: Known,
): string | undefined {
  if (options.skip_if_bounced && lead.bouncedAt) return REASON.bounced;
  if (enrolment || !options.skip_if_in_other_campaign) return undefined;
  return isElsewhere ? REASON.elsewhere : undefined;
}

function refresh(
  { importId, options }: ImportScope,
  details: LeadDetails,
  lead: LeadRecord,
  enrolment: { importId?: number },
): Decision {
  const isDone =
    importId !== undefined &&
    (enrolment.importId === importId || lead.changedByImportId === importId);
  // An earlier row of the same file came first: it wins.
  const changes = isDone ? undefined : mergeDetails(lead, details, options.overwrite);
  if (changes) return { do: "refresh", lead, changes };
  return { do: "nothing", outcome: "duplicate", reason: REASON.duplicate, leadId: lead.leadId };
}

export const DUPLICATE_REASON = REASON.duplicate;
