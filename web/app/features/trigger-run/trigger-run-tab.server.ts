import type { LoaderFunctionArgs } from "@remix-run/node";
import { listTriggerRuns } from "@thaw/core/engine/trigger-run/trigger-run";
import { readListQuery } from "../../list/list-query.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

const RULES = {};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { limit, cursor } = readListQuery(new URL(request.url).searchParams, RULES);
  const campaign_id = idInPath(params.id, "campaign");
  return { page: await listTriggerRuns(actor, { campaign_id, limit, cursor }) };
}
