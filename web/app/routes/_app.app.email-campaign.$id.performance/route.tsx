import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listMessageLog } from "@thaw/core/engine/delivery/message-log";
import type { EventKind } from "@thaw/core/reporting/event/event.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { useCampaignPage } from "../../features/campaign/campaign-page.ts";
import { FinishDraft } from "../../features/campaign/finish-draft.tsx";
import { logColumns } from "../../features/email-log/log-columns.tsx";
import { LOOKS } from "../../features/email-log/log-event.tsx";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

/** What people look for in a log; the others are seen without a filter. */
const KINDS = [
  "sent",
  "failed",
  "unknown",
  "skipped",
  "stopped",
  "opened",
  "clicked",
  "machine-opened",
  "machine-clicked",
  "replied",
  "bounced",
  "unsubscribed",
] as const satisfies readonly EventKind[];
const RULES: ListRules = { filters: { kind: KINDS } };

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

export default function CampaignPerformanceTab() {
  const { page } = useLoaderData<typeof loader>();
  const { canWrite } = useCampaignPage();
  const t = useText("campaign-detail");
  const kinds = KINDS.map((kind) => ({ value: kind, label: t(LOOKS[kind].word) }));
  return (
    <ListScreen
      label={t("logLabel")}
      page={page}
      columns={logColumns(t, page.items, canWrite)}
      rules={RULES}
      filters={[{ name: "kind", label: t("event"), options: kinds }]}
      hasSearch={false}
      rowId={({ at, kind, lead_id, send_id, detail }) =>
        [at, kind, lead_id, send_id, detail].join("|")
      }
      rowName={({ email, at }) => email ?? at}
      empty={<EmptyState drawing="list" sentence={t("logEmpty")} action={<FinishDraft />} />}
    />
  );
}
