import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listCampaignLeads } from "@thaw/core/campaign-lead/campaign-lead-list";
import { changeCampaignLeads } from "@thaw/core/lead/campaign-lead-actions";
import { reassignCampaignLeads } from "@thaw/core/lead/reassign-leads";
import { requestLeadDeletion } from "@thaw/core/lead-deletion/csv-deletion";
import { startLeadUpload } from "@thaw/core/lead-import/lead-import";
import { acceptConnection } from "@thaw/core/manual-step/accept-connection";
import { useCampaignPage } from "../../campaign/campaign-page.ts";
import { LeadBulkBar } from "../../campaign-lead/lead-bulk-bar.tsx";
import { useLeadAction } from "../../campaign-lead/use-lead-action.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeleteByCsv } from "../../csv-deletion/delete-by-csv.tsx";
import { readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { leadColumns } from "./lead-columns.tsx";

const RULES = {};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { limit, cursor } = readListQuery(new URL(request.url).searchParams, RULES);
  const campaign_id = idInPath(params.id, "campaign");
  return { page: await listCampaignLeads(actor, { campaign_id, limit, cursor }) };
}

export { clientAction } from "../../keep-typed.ts";

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

export default function CampaignLeadsTab() {
  const { page } = useLoaderData<typeof loader>();
  const { campaign, canWrite } = useCampaignPage();
  const t = useText("campaign-detail");
  const changing = useLeadAction(campaign.id, "bulk");
  const isClosed = campaign.status === "STOPPED" || campaign.status === "ARCHIVED";
  const button =
    canWrite && !isClosed && campaign.parent_id === undefined ? (
      <Button
        component={Link}
        to={`/app/email-campaign/new-campaign?id=${campaign.id}`}
        prefetch="intent"
      >
        {t("addLeads")}
      </Button>
    ) : null;
  return (
    <ListScreen
      name="campaign-leads"
      label={t("leadsLabel")}
      page={page}
      columns={leadColumns(t, campaign.step_count, canWrite)}
      rules={RULES}
      hasSearch={false}
      rowId={({ lead_id }) => String(lead_id)}
      rowName={({ lead }) => lead?.email ?? t("deletedLead")}
      {...(canWrite
        ? {
            bulk: (selected) => (
              <LeadBulkBar campaignId={campaign.id} changing={changing} {...selected} />
            ),
          }
        : {})}
      empty={<EmptyState drawing="people" sentence={t("leadsEmpty")} action={button} />}
      tools={canWrite ? <DeleteByCsv /> : null}
    />
  );
}
