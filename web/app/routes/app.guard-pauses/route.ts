import type { LoaderFunctionArgs } from "@remix-run/node";
import { listGuardPauses } from "@thaw/core/campaigns/campaign/guard-pause";
import { requireActor } from "../../session.server.ts";

/** The campaigns that paused themselves, for the count beside the navigation. */
export async function loader({ request }: LoaderFunctionArgs) {
  return Response.json(await listGuardPauses(await requireActor(request), {}));
}
