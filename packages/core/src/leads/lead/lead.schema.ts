import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id, pageOf } from "../../page.schema.ts";
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

/** What campaigns may know differently. */
export type OwnField = Exclude<LeadField, "email">;

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

/** No mail server takes these in an address without quotes (RFC 5321, 4.1.2). */
const SEPARATOR = /[\s<>,;]/;

/** Loose on purpose: one @ with something on both sides, at most 254 characters, nothing that ends an address or a header line. */
export function isLeadEmail(email: string): boolean {
  const [local, domain, ...others] = email.split("@");
  if (others.length > 0 || !local || !domain) return false;
  return email.length <= MAX_LENGTH.email && !CONTROL.test(email) && !SEPARATOR.test(email);
}

const BRACKETED = /<([^<>]*)>$/;

/** The address of `Name <address>`, as mail programs copy it (RFC 5322, 3.4); any other text as it is, trimmed. */
export function bareAddress(text: string): string {
  const written = text.trim();
  return BRACKETED.exec(written)?.[1]?.trim() ?? written;
}

export const LeadEmail = v.pipe(
  v.string(),
  v.transform(bareAddress),
  v.check(isLeadEmail, issueText("email")),
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
    issueText("customFieldsMost", { most: MAX_CUSTOM_FIELDS }),
  ),
  v.check((fields) => customBytes(fields) <= MAX_CUSTOM_BYTES, issueText("customFieldsTooLong")),
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
/** Empty texts clear a field. */
export type LeadChanges = { [Name in keyof LeadDetails]?: LeadDetails[Name] | undefined };

export const LeadId = v.object({ lead_id: Id });
/**
 * Fields that are left out stay as they are; an empty text clears one; `custom_fields` replaces all of them. `campaign_id`: only what
 * this campaign has of the lead.
 */
export const UpdateLead = v.object({
  lead_id: Id,
  campaign_id: v.optional(Id),
  email: v.optional(LeadEmail),
  ...CONTACT_FIELDS,
});

const text = v.optional(v.string());
const VALUES = {
  first_name: text,
  last_name: text,
  phone_number: text,
  company_name: text,
  website: text,
  linkedin_profile: text,
  location: text,
  custom_fields: v.record(v.string(), v.string()),
};
export const Lead = v.object({
  id: v.number(),
  email: v.string(),
  ...VALUES,
  /** What single campaigns know differently, for anyone who sees the whole account. */
  own_values: v.optional(v.array(v.object({ campaign_id: v.number(), ...VALUES }))),
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
