import type { EntityItem } from "electrodb";
import type { LeadEntity } from "./lead.entity.ts";
import type { LeadChanges } from "./lead.schema.ts";
import {
  customBytes,
  LEAD_FIELDS,
  type LeadDetails,
  MAX_CUSTOM_FIELDS,
  type OwnField,
} from "./lead.schema.ts";

/** What one campaign knows of a person beside the address. */
export type Values = { [Name in OwnField]?: string } & {
  custom_fields: Record<string, string>;
};
/** The values of a campaign that does not share the lead's. */
export type OwnValues = Values & { createdAt: string; updatedAt: string; importId?: number };
/** By campaign. */
export type OwnByCampaign = Record<string, OwnValues>;

type Row = EntityItem<typeof LeadEntity>;
type Held = Pick<Row, "campaignIds" | "leftCampaignIds" | "own">;

export const OWN_FIELDS = LEAD_FIELDS.filter((name) => name !== "email");

/** Of one campaign's own values, in UTF-8. */
const MOST_OWN_BYTES = 16_384;
/** Of all own values of a lead together: its record holds 400 kB, and the lead's own values up to 80. */
const MOST_ALL_BYTES = 250_000;
const FULL_BYTES = 290_000;

export const ownOf = ({ own }: Pick<Row, "own">): OwnByCampaign => (own ?? {}) as OwnByCampaign;

/** Every campaign that a lead is in or was in. */
export const everyCampaign = ({ campaignIds = [], leftCampaignIds = [] }: Held): number[] => [
  ...new Set([...campaignIds, ...leftCampaignIds]),
];

/** The campaigns whose values are the lead's record. */
export const sharersOf = (lead: Held): number[] =>
  everyCampaign(lead).filter((id) => !(id in ownOf(lead)));

export function valuesOf(from: Partial<Record<OwnField, string | undefined>> & Custom): Values {
  const filled = OWN_FIELDS.flatMap((name) => (from[name] ? [[name, from[name]]] : []));
  return {
    ...Object.fromEntries(filled),
    custom_fields: { ...(from.custom_fields as Record<string, string> | undefined) },
  };
}
type Custom = { custom_fields?: unknown };

/** What a campaign has of a lead; undefined where the lead was never in it. */
export function valuesIn(lead: Row, campaignId: number): Values | undefined {
  const own = ownOf(lead)[campaignId];
  if (own) return valuesOf(own);
  return everyCampaign(lead).includes(campaignId) ? valuesOf(lead) : undefined;
}

/** Values after a change: an empty text clears a field, custom fields are replaced by what is given. */
export function changedValues(values: Values, changes: LeadChanges): Values {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return valuesOf({ ...values, ...Object.fromEntries(given) });
}

/** Whether there is room for another campaign's own values. */
export const hasRoomForOwn = (lead: Pick<Row, "own">): boolean => bytesOf(ownOf(lead)) < FULL_BYTES;

/** The own values of all campaigns with those of one; custom fields that find no room any more are left out. */
export function withOwn(
  lead: Row,
  campaignId: number,
  { values, at, importId }: { values: Values; at: string; importId?: number | undefined },
): OwnByCampaign {
  const { [campaignId]: before, ...others } = ownOf(lead);
  const origin = before?.importId ?? importId;
  return {
    ...others,
    [campaignId]: {
      ...values,
      custom_fields: fitting(values.custom_fields, MOST_ALL_BYTES - bytesOf(others)),
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
      ...(origin === undefined ? {} : { importId: origin }),
    },
  };
}

function fitting(fields: Record<string, string>, free: number): Record<string, string> {
  let kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const wider = { ...kept, [name]: value };
    const isFull = customBytes(wider) > Math.min(MOST_OWN_BYTES, free);
    if (!isFull && Object.keys(wider).length <= MAX_CUSTOM_FIELDS) kept = wider;
  }
  return kept;
}

const bytesOf = (own: OwnByCampaign) => Buffer.byteLength(JSON.stringify(own));

/**
 * A campaign's values with the details of another import: empty fields are filled, full ones replaced only with `overwrite`.
 * Undefined when nothing changes.
 */
export function mergedValues(
  before: Values,
  details: LeadDetails,
  overwrite: boolean,
): Values | undefined {
  const isWanted = (was: string | undefined, is: string | undefined) =>
    Boolean(is) && is !== was && (overwrite || !was);
  const after = valuesOf(before);
  let isChanged = false;
  for (const name of OWN_FIELDS) {
    const value = details[name];
    if (value === undefined || !isWanted(before[name], value)) continue;
    after[name] = value;
    isChanged = true;
  }
  for (const [name, value] of Object.entries(details.custom_fields ?? {})) {
    if (!isWanted(before.custom_fields[name], value)) continue;
    after.custom_fields[name] = value;
    isChanged = true;
  }
  return isChanged ? after : undefined;
}
