import type { LoaderFunctionArgs } from "@remix-run/node";
import { listMessageLog } from "@thaw/core/engine/delivery/message-log";
import type { EventKind } from "@thaw/core/reporting/event/event.schema";
import { readListQuery } from "../../list/list-query.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { RULES } from "./log-rules.ts";
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { limit, cursor, filters } = readListQuery(new URL(request.url).searchParams, RULES);
  const page = await listMessageLog(actor, {
    campaign_id: idInPath(params.id, "campaign"),
    limit,
    cursor,
    ...(filters.kind ? { kind: filters.kind as EventKind[] } : {}),
  });
  return { page };
}
