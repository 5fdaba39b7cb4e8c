import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { acceptConnection } from "@thaw/core/inbox/manual-step/accept-connection";
import { changeCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-actions";
import { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { reassignCampaignLeads } from "@thaw/core/leads/lead/reassign-leads";
import { requestLeadDeletion } from "@thaw/core/leads/lead-deletion/csv-deletion";
import { startLeadUpload } from "@thaw/core/leads/lead-import/lead-import";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { readCampaignLeadQuery } from "./lead-query.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const asked = readCampaignLeadQuery(new URL(request.url).searchParams);
  const campaign_id = idInPath(params.id, "campaign");
  return { page: await listCampaignLeads(actor, { campaign_id, ...asked }) };
}

export function action({ request, params }: ActionFunctionArgs) {
  const campaign_id = idInPath(params.id, "campaign");
  return submit(
    request,
    {
      change: changeCampaignLeads,
      reassign: reassignCampaignLeads,
      accept: acceptConnection,
      upload: startLeadUpload,
      delete: requestLeadDeletion,
    },
    { fields: { campaign_id } },
  );
}
