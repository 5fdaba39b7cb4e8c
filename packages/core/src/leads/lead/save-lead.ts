import type * as v from "valibot";
import { operation } from "../../operation.ts";
import { type CustomFields, Lead } from "./lead.schema.ts";
import { updateLead } from "./lead.ts";
import { SaveLead } from "./save-lead.schema.ts";

/** Every text of a lead that may be empty. */
const CLEARED = [
  "first_name",
  "last_name",
  "phone_number",
  "company_name",
  "website",
  "linkedin_profile",
  "location",
] as const;

export const saveLead = operation({
  permission: "leads:write",
  input: SaveLead,
  output: Lead,
  async run(actor, { lead_id, email, custom_fields: custom, ...given }) {
    const texts = Object.fromEntries(CLEARED.map((name) => [name, given[name] ?? ""]));
    const filled = custom.filter(({ value }) => value?.trim());
    const custom_fields: v.InferInput<typeof CustomFields> = Object.fromEntries(
      filled.map(({ name, value = "" }) => [name, value]),
    );
    return updateLead(actor, { lead_id, email, ...texts, custom_fields });
  },
});
