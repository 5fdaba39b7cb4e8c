import type { Actor } from "../../packages/core/src/actor.ts";
import {
  createLeadExport,
  downloadLeadExport,
} from "../../packages/core/src/leads/lead-export/lead-export.ts";

/** The file of an export that is whole. */
export async function exportedFile(actor: Actor, export_id: number): Promise<string> {
  const { url } = await downloadLeadExport(actor, { export_id });
  // With its byte order mark, which `text()` takes away.
  return Buffer.from(await (await fetch(url)).arrayBuffer()).toString();
}

/** The file of leads that are few. */
export async function exportedText(
  actor: Actor,
  wanted: Parameters<typeof createLeadExport>[1] = {},
): Promise<string> {
  const { id } = await createLeadExport(actor, wanted);
  return exportedFile(actor, id);
}
