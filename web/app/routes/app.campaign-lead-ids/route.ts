import type { LoaderFunctionArgs } from "@remix-run/node";
import { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { MAX_PAGE } from "@thaw/core/page.schema";
import { readCampaignLeadQuery } from "../../features/campaign-lead/lead-query.server.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

/** The ids of a campaign's leads that the search and the filters leave, page by page, for who selects all of them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const params = new URL(request.url).searchParams;
  const campaign_id = idInPath(params.get("campaign") ?? undefined, "campaign");
  const asked = { ...readCampaignLeadQuery(params), limit: MAX_PAGE };
  const { items, cursor } = await listCampaignLeads(actor, { campaign_id, ...asked });
  return Response.json({ ids: items.map(({ lead_id }) => String(lead_id)), cursor });
}
