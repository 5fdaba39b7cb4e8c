import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listTriggerRuns } from "@thaw/core/engine/trigger-run/trigger-run";
import { EmptyState } from "../../components/empty-state.tsx";
import { FinishDraft } from "../../features/campaign/finish-draft.tsx";
import { runColumns } from "../../features/trigger-run/run-columns.tsx";
import { readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

const RULES = {};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { limit, cursor } = readListQuery(new URL(request.url).searchParams, RULES);
  const campaign_id = idInPath(params.id, "campaign");
  return { page: await listTriggerRuns(actor, { campaign_id, limit, cursor }) };
}

export default function CampaignRunsTab() {
  const { page } = useLoaderData<typeof loader>();
  const t = useText("campaign-detail");
  return (
    <ListScreen
      label={t("runsLabel")}
      page={page}
      columns={runColumns(t)}
      rules={RULES}
      hasSearch={false}
      rowId={({ scheduled_at, status }) => `${scheduled_at} ${status}`}
      rowName={({ scheduled_at }) => scheduled_at}
      empty={<EmptyState drawing="list" sentence={t("runsEmpty")} action={<FinishDraft />} />}
    />
  );
}
