import { Stack } from "@mantine/core";
import {
  SUPPRESSION_SOURCES,
  type Suppression,
} from "@thaw/core/leads/suppression/suppression.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import type { ClientName } from "../client/client-menu.tsx";
import { CLIENT_CHOICES } from "../client/client-page.ts";
import { DeleteByCsv } from "../csv-deletion/delete-by-csv.tsx";
import { AddEntries } from "./add-entries.tsx";
import type { loadBlockList } from "./block-list.server.ts";
import { RemoveEntry } from "./remove-entry.tsx";
import { RULES } from "./rules.ts";

type Shown = Awaited<ReturnType<typeof loadBlockList>>;

function columns(
  t: Words<"block-list">,
  { clients, canWrite }: { clients: readonly ClientName[]; canWrite: boolean },
): Column<Suppression>[] {
  const nameOf = (id: number) => clients.find((client) => client.id === id)?.name ?? `#${id}`;
  const shown: Column<Suppression>[] = [
    { id: "value", header: t("value"), isFixed: true, cell: ({ value }) => value },
    { id: "kind", header: t("kind"), cell: ({ kind }) => t(`kind.${kind}`) },
    {
      id: "scope",
      header: t("scope"),
      // Only an agency with clients has more than one.
      isHidden: clients.length === 0,
      cell: ({ client_id: id }) => (id === undefined ? t("scope.account") : nameOf(id)),
    },
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

/** The block list with all that can be done to it; whose entries it shows, the server has decided. */
export function BlockList({ page, clients, canAdd, canWrite }: Shown) {
  const t = useText("block-list");
  const sources = SUPPRESSION_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }));
  const scopes = [
    { value: "none", label: t("scope.account") },
    ...clients.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Stack gap="lg">
      {canAdd ? <AddEntries clients={clients} /> : null}
      <ListScreen
        label={t("label")}
        page={page}
        columns={columns(t, { clients, canWrite })}
        rules={RULES}
        filters={[
          { name: "source", label: t("source"), options: sources },
          ...(clients.length > 0
            ? [{ name: "client", label: t("scope"), options: scopes, choicesAt: CLIENT_CHOICES }]
            : []),
        ]}
        searchPlaceholder={t("search")}
        rowId={({ value, client_id = 0 }) => `${client_id} ${value}`}
        rowName={({ value }) => value}
        empty={<EmptyState drawing="people" sentence={t("empty")} />}
        tools={canWrite && page.items.length > 0 ? <DeleteByCsv /> : null}
      />
    </Stack>
  );
}
