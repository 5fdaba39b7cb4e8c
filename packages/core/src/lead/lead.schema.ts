import * as v from "valibot";
import { Id, pageOf } from "../page.schema.ts";
import { byCustomName } from "./custom-name.schema.ts";

/** The fields that every lead has; anything else is a custom field. */
export const LEAD_FIELDS = [
  "email",
  "first_name",
  "last_name",
  "phone_number",
  "company_name",
  "website",
  "linkedin_profile",
  "location",
] as const;
export type LeadField = (typeof LEAD_FIELDS)[number];

/** The longest value of each field, in characters. */
export const MAX_LENGTH: Record<LeadField, number> = {
  email: 254,
  first_name: 200,
  last_name: 200,
  phone_number: 60,
  company_name: 300,
  website: 2048,
  linkedin_profile: 2048,
  location: 500,
};

export const MAX_CUSTOM_FIELDS = 50;
export const MAX_CUSTOM_VALUE = 5000;
/** Of all custom fields of a lead together, in UTF-8, so that a lead stays far below the table's 400 kB. */
export const MAX_CUSTOM_BYTES = 65_536;

const CONTROL = /\p{Cc}/u;

/** Loose on purpose: one @ with something on both sides, at most 254 characters, nothing that could end a header line. */
export function isLeadEmail(email: string): boolean {
  const [local, domain, ...others] = email.split("@");
  if (others.length > 0 || !local?.trim() || !domain?.trim()) return false;
  return email.length <= MAX_LENGTH.email && !CONTROL.test(email);
}

export const LeadEmail = v.pipe(
  v.string(),
  v.trim(),
  v.check(isLeadEmail, "This is not an email address"),
);

/** What a person or a file wrote, without control characters (line breaks stay in custom fields) and cut to its length. */
export function cleanValue(text: string, maxLength: number, keepsLines = false): string {
  const cleaned = keepsLines
    ? text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "")
    : text.replace(/[\t\r\n]+/g, " ").replace(/\p{Cc}/gu, "");
  // The cut must not leave half of a surrogate pair.
  return cleaned
    .trim()
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, "");
}

const field = (name: LeadField) =>
  v.pipe(
    v.string(),
    v.transform((text) => cleanValue(text, MAX_LENGTH[name])),
  );

export const CustomFields = v.pipe(
  byCustomName(
    v.pipe(
      v.string(),
      v.transform((text) => cleanValue(text, MAX_CUSTOM_VALUE, true)),
    ),
  ),
  v.check(
    (fields) => Object.keys(fields).length <= MAX_CUSTOM_FIELDS,
    `A lead has at most ${MAX_CUSTOM_FIELDS} custom fields`,
  ),
  v.check((fields) => customBytes(fields) <= MAX_CUSTOM_BYTES, "The custom fields are too long"),
);

export function customBytes(fields: Readonly<Record<string, string>>): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const [name, value] of Object.entries(fields)) {
    bytes += name.length + encoder.encode(value).length;
  }
  return bytes;
}

const CONTACT_FIELDS = {
  first_name: v.optional(field("first_name")),
  last_name: v.optional(field("last_name")),
  phone_number: v.optional(field("phone_number")),
  company_name: v.optional(field("company_name")),
  website: v.optional(field("website")),
  linkedin_profile: v.optional(field("linkedin_profile")),
  location: v.optional(field("location")),
  custom_fields: v.optional(CustomFields),
};

/** What an import or the API gives of a lead. */
export const LeadDetails = v.object({ email: LeadEmail, ...CONTACT_FIELDS });
export type LeadDetails = v.InferOutput<typeof LeadDetails>;

export const LeadId = v.object({ lead_id: Id });
/** Fields that are left out stay as they are; an empty text clears one; `custom_fields` replaces all of them. */
export const UpdateLead = v.object({
  lead_id: Id,
  email: v.optional(LeadEmail),
  ...CONTACT_FIELDS,
});

const text = v.optional(v.string());
export const Lead = v.object({
  id: v.number(),
  email: v.string(),
  first_name: text,
  last_name: text,
  phone_number: text,
  company_name: text,
  website: text,
  linkedin_profile: text,
  location: text,
  custom_fields: v.record(v.string(), v.string()),
  /** What the lead wants, as a reply told; -1: not assigned. */
  category_id: v.number(),
  /** The campaigns that the lead is in. */
  campaign_ids: v.array(v.number()),
  /** Those of deleted tags may still be among them. */
  tag_ids: v.array(v.number()),
  created_at: v.string(),
  updated_at: v.string(),
  bounced_at: text,
  import_id: v.optional(v.number()),
});
export type Lead = v.InferOutput<typeof Lead>;

export const LeadPage = pageOf(Lead);
