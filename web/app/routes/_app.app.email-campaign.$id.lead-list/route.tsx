import { Button, Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { LEAD_STATUSES } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import { acceptConnection } from "@thaw/core/inbox/manual-step/accept-connection";
import { changeCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-actions";
import { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { reassignCampaignLeads } from "@thaw/core/leads/lead/reassign-leads";
import { requestLeadDeletion } from "@thaw/core/leads/lead-deletion/csv-deletion";
import { startLeadUpload } from "@thaw/core/leads/lead-import/lead-import";
import { EmptyState } from "../../components/empty-state.tsx";
import { useCampaignPage } from "../../features/campaign/campaign-page.ts";
import { stepAddress } from "../../features/campaign-builder/steps.ts";
import { leadColumns } from "../../features/campaign-lead/campaign-lead-columns.tsx";
import { LEAD_STATUS_LOOKS } from "../../features/campaign-lead/campaign-lead-status.tsx";
import { LeadBulkBar } from "../../features/campaign-lead/lead-bulk-bar.tsx";
import { readCampaignLeadQuery } from "../../features/campaign-lead/lead-query.server.ts";
import { CAMPAIGN_LEAD_RULES } from "../../features/campaign-lead/lead-rules.ts";
import { useLeadAction } from "../../features/campaign-lead/use-lead-action.ts";
import { DeleteByCsv } from "../../features/csv-deletion/delete-by-csv.tsx";
import { leadAddress } from "../../features/lead/lead-page.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useIsEmptyList } from "../../list/use-is-empty-list.ts";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const asked = readCampaignLeadQuery(new URL(request.url).searchParams);
  const campaign_id = idInPath(params.id, "campaign");
  return { page: await listCampaignLeads(actor, { campaign_id, ...asked }) };
}

export { clientAction } from "../../offline-action.ts";

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
  const lists = useText("lists");
  const changing = useLeadAction(campaign.id, "bulk");
  const isClosed = campaign.status === "STOPPED" || campaign.status === "ARCHIVED";
  const { search } = useLocation();
  const navigate = useNavigate();
  const isEmpty = useIsEmptyList(page, CAMPAIGN_LEAD_RULES);
  const filters = useFilters();
  const button =
    canWrite && !isClosed && campaign.parent_id === undefined ? (
      <Button
        component={Link}
        size={isEmpty ? "sm" : "xs"}
        to={stepAddress(campaign, "leads")}
        prefetch="intent"
      >
        {t("addLeads")}
      </Button>
    ) : null;
  const progress = changing.progress ? (
    <Text component="output" size="sm" display="block">
      {lists("progress", changing.progress)}
    </Text>
  ) : null;
  return (
    <ListScreen
      name="campaign-leads"
      label={t("leadsLabel")}
      page={page}
      columns={leadColumns(t, campaign.step_count, canWrite)}
      rules={CAMPAIGN_LEAD_RULES}
      filters={filters}
      searchPlaceholder={t("searchLeads")}
      onOpen={({ lead, lead_id }) => {
        if (lead) navigate(leadAddress(lead_id));
      }}
      rowId={({ lead_id }) => String(lead_id)}
      rowName={({ lead }) => lead?.email ?? t("deletedLead")}
      {...(canWrite
        ? {
            loadIds: (cursor) => loadIds(campaign.id, search, cursor),
            bulk: (selected) => (
              <LeadBulkBar campaignId={campaign.id} changing={changing} {...selected} />
            ),
          }
        : {})}
      empty={<EmptyState drawing="people" sentence={t("leadsEmpty")} action={button} />}
      tools={
        <>
          {progress}
          {canWrite ? <DeleteByCsv /> : null}
          {button}
        </>
      }
    />
  );
}

async function loadIds(campaignId: number, search: string, cursor: string | null) {
  const params = new URLSearchParams(search);
  params.set("campaign", String(campaignId));
  if (cursor) params.set("cursor", cursor);
  else params.delete("cursor");
  const response = await fetch(`/app/campaign-lead-ids?${params}`);
  if (!response.ok) throw new Error("The ids did not arrive");
  return (await response.json()) as { ids: string[]; cursor: string | null };
}

function useFilters() {
  const t = useText("campaign-detail");
  const options = LEAD_STATUSES.map((value) => ({
    value,
    label: t(LEAD_STATUS_LOOKS[value].word),
  }));
  return [{ name: "status", label: t("status"), options }];
}
