import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id } from "../../page.schema.ts";
import { LeadEmail, MAX_CUSTOM_FIELDS } from "./lead.schema.ts";

const text = v.optional(v.string());

/** A whole form: a field that is left out is empty, and an empty custom field goes. */
export const SaveLead = v.object({
  lead_id: Id,
  email: v.pipe(v.string(issueText("addressMissing")), LeadEmail),
  first_name: text,
  last_name: text,
  phone_number: text,
  company_name: text,
  website: text,
  linkedin_profile: text,
  location: text,
  custom_fields: v.optional(
    v.pipe(v.array(v.object({ name: v.string(), value: text })), v.maxLength(MAX_CUSTOM_FIELDS)),
    [],
  ),
});
