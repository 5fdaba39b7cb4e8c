import type { LoaderFunctionArgs } from "@remix-run/node";
import { explainCampaign } from "@thaw/core/workspace/diagnostics/explain-campaign";
import { explainLead } from "@thaw/core/workspace/diagnostics/explain-lead";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

/** Why a campaign sends nothing, or with `lead` why one of its leads waits; read when someone asks. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const asked = new URL(request.url).searchParams;
  const campaign_id = idInPath(asked.get("campaign") ?? undefined, "campaign");
  const lead = asked.get("lead");
  if (lead === null) return { campaign: await explainCampaign(actor, { campaign_id }), lead: null };
  const lead_id = idInPath(lead, "lead");
  return { campaign: null, lead: await explainLead(actor, { campaign_id, lead_id }) };
}
