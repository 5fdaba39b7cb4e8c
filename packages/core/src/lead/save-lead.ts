import type * as v from "valibot";
import { operation } from "../operation.ts";
import { type CustomFields, Lead } from "./lead.schema.ts";
import { updateLead } from "./lead.ts";
import { SaveLead } from "./save-lead.schema.ts";

export const saveLead = operation({
  permission: "leads:write",
  input: SaveLead,
  output: Lead,
  async run(actor, { custom_fields: custom, ...fields }) {
    const filled = custom.filter(({ value }) => value.trim() !== "");
    const custom_fields: v.InferInput<typeof CustomFields> = Object.fromEntries(
      filled.map(({ name, value }) => [name, value]),
    );
    return updateLead(actor, { ...fields, custom_fields });
  },
});
