import { isTimezone } from "../../kernel/schedule/schedule.schema.ts";

/** Where a lead's timezone is taken from, surest first. */
export const ZONE_SOURCES = ["timezone", "country", "location", "phone_number"] as const;

/** `value`: what the lead's field says. */
export type LeadZone = { timezone: string; source: (typeof ZONE_SOURCES)[number]; value: string };

/** What of a lead tells its timezone. */
export type Located = {
  custom_fields?: unknown;
  location?: string | undefined;
  phone_number?: string | undefined;
};

/**
 * A lead's own timezone: its field `timezone`, else its country (field `country`, or the end of its location), else the
 * prefix of its phone number; undefined when none of them tells. A country with several zones counts as where most of its
 * people live.
 */
export async function leadZoneOf(lead: Located): Promise<LeadZone | undefined> {
  const fields = (lead.custom_fields ?? {}) as Record<string, string>;
  const named = (fields.timezone ?? fields.time_zone ?? "").trim();
  if (named && isTimezone(named)) return { timezone: named, source: "timezone", value: named };
  const clues = cluesOf(lead, fields).filter(({ value }) => value);
  if (clues.length === 0) return undefined;
  const zones = await import("./country-zone.ts");
  const zoneOf = {
    country: zones.zoneOfCountry,
    location: zones.zoneOfLocation,
    phone_number: zones.zoneOfPhone,
  };
  for (const { source, value } of clues) {
    const timezone = zoneOf[source](value);
    if (timezone) return { timezone, source, value };
  }
  return undefined;
}

function cluesOf({ location, phone_number }: Located, fields: Record<string, string>) {
  return [
    { source: "country", value: (fields.country ?? fields.country_code ?? "").trim() },
    { source: "location", value: location?.split(",").at(-1)?.trim() ?? "" },
    { source: "phone_number", value: phone_number?.trim() ?? "" },
  ] satisfies Pick<LeadZone, "source" | "value">[];
}
