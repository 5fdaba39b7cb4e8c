import { Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestBlockListDeletion } from "@thaw/core/lead-deletion/csv-deletion";
import { startLeadUpload } from "@thaw/core/lead-import/lead-import";
import {
  addSuppressionFile,
  addSuppressions,
  removeSuppression,
} from "@thaw/core/suppression/block-list";
import { listSuppressions } from "@thaw/core/suppression/suppression";
import {
  SUPPRESSION_SOURCES,
  type Suppression,
  type SuppressionSource,
} from "@thaw/core/suppression/suppression.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { DeleteByCsv } from "../../csv-deletion/delete-by-csv.tsx";
import type { Column } from "../../list/column.ts";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { AddEntries } from "./add-entries.tsx";
import { RemoveEntry } from "./remove-entry.tsx";

const RULES: ListRules = { filters: { source: SUPPRESSION_SOURCES } };

export const meta = titled("block-list", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { search, filters, limit, cursor } = readListQuery(
    new URL(request.url).searchParams,
    RULES,
  );
  const page = await listSuppressions(actor, {
    limit,
    cursor,
    ...(search ? { search } : {}),
    ...(filters.source ? { source: filters.source as SuppressionSource[] } : {}),
  });
  const { permissions } = actor;
  return { page, canAdd: permissions.has("labels:add"), canWrite: permissions.has("labels:write") };
}

export { clientAction } from "../../keep-typed.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    add: addSuppressions,
    upload: startLeadUpload,
    import: addSuppressionFile,
    remove: removeSuppression,
    delete: requestBlockListDeletion,
  });
}

function columns(t: Words<"block-list">, canWrite: boolean): Column<Suppression>[] {
  const shown: Column<Suppression>[] = [
    { id: "value", header: t("value"), isFixed: true, cell: ({ value }) => value },
    { id: "kind", header: t("kind"), cell: ({ kind }) => t(`kind.${kind}`) },
    { id: "source", header: t("source"), cell: ({ source }) => t(`source.${source}`) },
    {
      id: "date",
      header: t("date"),
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
  ];
  if (!canWrite) return shown;
  const remove: Column<Suppression> = {
    id: "remove",
    header: t("remove"),
    align: "right",
    cell: (entry) => <RemoveEntry entry={entry} />,
  };
  return [...shown, remove];
}

export default function BlockListPage() {
  const { page, canAdd, canWrite } = useLoaderData<typeof loader>();
  const t = useText("block-list");
  const sources = SUPPRESSION_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }));
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{t("title")}</Title>
        <Text c="dimmed" size="sm">
          {t("sentence")}
        </Text>
      </div>
      {canAdd ? <AddEntries /> : null}
      {canWrite && page.items.length > 0 ? (
        <Group justify="flex-end">
          <DeleteByCsv />
        </Group>
      ) : null}
      <ListScreen
        label={t("label")}
        page={page}
        columns={columns(t, canWrite)}
        rules={RULES}
        filters={[{ name: "source", label: t("source"), options: sources }]}
        searchPlaceholder={t("search")}
        rowId={({ value }) => value}
        rowName={({ value }) => value}
        empty={<EmptyState drawing="people" sentence={t("empty")} />}
      />
    </Stack>
  );
}
