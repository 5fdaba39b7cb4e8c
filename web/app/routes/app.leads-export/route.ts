import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadLeads } from "@thaw/core/lead/lead-download";
import { readLeadQuery } from "../../lead/lead-query.server.ts";
import { requireActor } from "../../session.server.ts";

const MOST_CHOSEN = 400;

/** The leads of a list as a CSV file, sent while it is read. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { filters } = readLeadQuery(request);
  const ids = new URL(request.url).searchParams.get("ids")?.split(",").slice(0, MOST_CHOSEN);
  const wanted = { ...filters, ...(ids ? { lead_ids: ids } : {}) };
  const { file_name, body } = await downloadLeads(actor, wanted);
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file_name}"`,
      "Cache-Control": "no-store",
    },
  });
}
