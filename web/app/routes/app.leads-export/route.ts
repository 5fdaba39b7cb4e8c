import type { LoaderFunctionArgs } from "@remix-run/node";
import { nowIso } from "@thaw/core/clock";
import { exportLeads } from "@thaw/core/lead/lead-export";
import { readLeadQuery } from "../../lead/lead-query.server.ts";
import { requireActor } from "../../session.server.ts";

const MOST_CHOSEN = 400;

/** The leads of a list as a CSV file, sent while it is read. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { filters } = readLeadQuery(request);
  const ids = new URL(request.url).searchParams.get("ids")?.split(",").slice(0, MOST_CHOSEN);
  const parts = exportLeads(actor, { ...filters, ...(ids ? { lead_ids: ids } : {}) });
  // What is refused is refused before the file begins.
  const first = await parts.next();
  const body = streamOf(first.value ?? "", parts);
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="leads-${nowIso().slice(0, 10)}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Asks for the next part when the browser has taken the one before. */
function streamOf(first: string, rest: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (file) => file.enqueue(encoder.encode(first)),
    async pull(file) {
      const { value, done } = await rest.next();
      if (done) file.close();
      else file.enqueue(encoder.encode(value));
    },
    async cancel() {
      await rest.return(undefined);
    },
  });
}
