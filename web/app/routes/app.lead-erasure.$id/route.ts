import type { LoaderFunctionArgs } from "@remix-run/node";
import { getLeadErasure } from "@thaw/core/erasure/lead-erasure/lead-erasure";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

/** The proof of an erasure as a file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const erasure_id = idInPath(params.id, "erasure");
  const proof = await getLeadErasure(actor, { erasure_id });
  return new Response(`${JSON.stringify(proof, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="erasure-${erasure_id}.json"`,
      "Cache-Control": "no-store",
    },
  });
}
