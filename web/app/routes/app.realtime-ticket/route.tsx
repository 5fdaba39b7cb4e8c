import type { LoaderFunctionArgs } from "@remix-run/node";
import { createRealtimeTicket } from "@thaw/core/workspace/realtime/connection";
import { optionalActor } from "../../session.server.ts";

/** The ticket that opens the page's websocket. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await optionalActor(request);
  if (!actor) return new Response(null, { status: 401 });
  return Response.json(await createRealtimeTicket(actor, {}), {
    headers: { "Cache-Control": "no-store" },
  });
}
