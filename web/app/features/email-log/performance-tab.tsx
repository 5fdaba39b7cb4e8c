import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "../../components/empty-state.tsx";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { useCampaignPage } from "../campaign/campaign-page.ts";
import { FinishDraft } from "../campaign/finish-draft.tsx";
import { logColumns } from "./log-columns.tsx";
import { LOOKS } from "./log-event.tsx";
import { KINDS, RULES } from "./log-rules.ts";
import type { loader } from "./performance-tab.server.ts";
export function PerformanceTab() {
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
