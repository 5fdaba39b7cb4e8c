import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "../../components/empty-state.tsx";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { FinishDraft } from "../campaign/finish-draft.tsx";
import { runColumns } from "./run-columns.tsx";
import type { loader } from "./trigger-run-tab.server.ts";

const RULES = {};

export function TriggerRunTab() {
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
