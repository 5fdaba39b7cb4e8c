import * as v from "valibot";
import { operation } from "../operation.ts";
import { exportLeads } from "./lead-export.ts";
import { ExportLeads } from "./lead-list.schema.ts";

/** The first part of the file, so that what is refused is refused before it begins, and the parts that follow. */
export const downloadLeads = operation({
  permission: "leads:read",
  input: ExportLeads,
  output: v.object({ first: v.string(), rest: v.custom<AsyncGenerator<string>>(() => true) }),
  async run(actor, wanted) {
    const rest = exportLeads(actor, wanted);
    const { value = "" } = await rest.next();
    return { first: value, rest };
  },
});
