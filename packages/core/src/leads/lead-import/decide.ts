import { say, type Text } from "@thaw/text/say";
import type { IsoInstant } from "../../instant.schema.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import type { LeadChanges, LeadDetails } from "../lead/lead.schema.ts";
import { type LeadRecord, mergeDetails } from "../lead/lead-record.ts";
import {
  hasRoomForOwn,
  mergedValues,
  type OwnByCampaign,
  ownOf,
  valuesIn,
  valuesOf,
  withOwn,
} from "../lead/own-values.ts";
import type { ImportOptions, Outcome } from "./lead-import.schema.ts";

/** Where leads go, and on whose behalf. `importId` is missing when they come through the API. */
export type ImportScope = {
  accountId: number;
  /** Of whoever adds them. */
  scope: Scope;
  campaignId: number;
  options: ImportOptions;
  at: IsoInstant;
  importId?: number;
};

export type DraftRow = { row: number; details: LeadDetails };

/** What the table holds about an address. */
export type Known = {
  isSuppressed: boolean;
  lead: LeadRecord | undefined;
  /** In another campaign; looked for only where that decides. */
  isElsewhere?: boolean;
  /** The campaign may not share the lead's values: somebody else's do. */
  isApart?: boolean;
  enrolment: { importId?: number; importRow?: number } | undefined;
};

export const NOTHING_KNOWN: Known = { isSuppressed: false, lead: undefined, enrolment: undefined };

export type Decision =
  | { do: "nothing"; outcome: Outcome; reason?: Text; leadId?: number; isNew?: boolean }
  | { do: "store" }
  | ({ do: "enrol"; lead: LeadRecord } & Merged)
  /** In the campaign already: only its fields change. */
  | ({ do: "refresh"; lead: LeadRecord } & Merged);

/** Of the lead's values, or of those that the campaign keeps for itself. */
type Merged = { changes: LeadChanges; own?: OwnByCampaign };

const REASON = {
  blocked: say("leadFile.rowBlocked"),
  bounced: say("leadFile.rowBounced"),
  full: say("leadFile.rowFull"),
  elsewhere: say("leadFile.rowElsewhere"),
  duplicate: say("leadFile.rowDuplicate"),
};

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
  if (enrolment) return refresh(scope, details, known);
  const merged = merge(scope, details, known) ?? {
    changes: {},
    ...(known.isApart ? { own: ownWith(scope, lead, valuesIn(lead, scope.campaignId)) } : {}),
  };
  return { do: "enrol", lead, ...merged };
}

/** Undefined where nothing changes. */
function merge(scope: ImportScope, details: LeadDetails, known: Known): Merged | undefined {
  const { lead, isApart } = known;
  const { campaignId, options } = scope;
  if (!lead) return undefined;
  if (!isApart && !(campaignId in ownOf(lead))) {
    const changes = mergeDetails(lead, details, options.overwrite);
    return changes && { changes };
  }
  const before = valuesIn(lead, campaignId) ?? valuesOf({});
  const values = mergedValues(before, details, options.overwrite);
  return values && { changes: {}, own: ownWith(scope, lead, values) };
}

const ownWith = (
  { campaignId, at, importId }: ImportScope,
  lead: LeadRecord,
  values = valuesOf({}),
) => withOwn(lead, campaignId, { values, at, importId });

function reasonToSkip(
  { options, campaignId }: ImportScope,
  lead: LeadRecord,
  { enrolment, isElsewhere, isApart }: Known,
): Text | undefined {
  if (options.skip_if_bounced && lead.bouncedAt) return REASON.bounced;
  if (isApart && !(campaignId in ownOf(lead)) && !hasRoomForOwn(lead)) return REASON.full;
  if (enrolment || !options.skip_if_in_other_campaign) return undefined;
  return isElsewhere ? REASON.elsewhere : undefined;
}

function refresh(scope: ImportScope, details: LeadDetails, known: Known): Decision {
  const { lead, enrolment } = known;
  const { importId } = scope;
  if (!lead || !enrolment) throw new Error("Only what is in the campaign is refreshed");
  const isDone =
    importId !== undefined &&
    (enrolment.importId === importId || lead.changedByImportId === importId);
  // An earlier row of the same file came first: it wins.
  const merged = isDone ? undefined : merge(scope, details, known);
  if (merged) return { do: "refresh", lead, ...merged };
  return { do: "nothing", outcome: "duplicate", reason: REASON.duplicate, leadId: lead.leadId };
}

export const DUPLICATE_REASON = REASON.duplicate;
