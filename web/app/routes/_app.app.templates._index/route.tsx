import { Button, Group } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { listTemplates } from "@thaw/core/template-library/saved-template";
import {
  TEMPLATE_KINDS,
  type TemplateKind,
  type TemplateSummary,
} from "@thaw/core/template-library/saved-template.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";

const RULES: ListRules = { filters: { kind: TEMPLATE_KINDS }, firstLimit: 25 };

export const meta = titled("templates", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const query = readListQuery(new URL(request.url).searchParams, RULES);
  const [kind, ...more] = (query.filters.kind ?? []) as TemplateKind[];
  const page = await listTemplates(actor, {
    limit: query.limit,
    cursor: query.cursor,
    ...(query.search ? { search: query.search } : {}),
    // Both kinds are all of them.
    ...(kind && more.length === 0 ? { kind } : {}),
  });
  return { page, canWrite: actor.permissions.has("campaigns:write") };
}

const columns = (t: Words<"templates">): Column<TemplateSummary>[] => [
  { id: "name", header: t("name"), isFixed: true, cell: ({ name }) => name },
  { id: "kind", header: t("kind"), width: 110, cell: ({ kind }) => t(`kind.${kind}`) },
  { id: "text", header: t("text"), cell: ({ subject, snippet }) => subject || snippet },
  {
    id: "problem",
    header: t("problem"),
    width: 150,
    cell: ({ error }) =>
      error ? <StatusBadge tone="attention">{t("problem")}</StatusBadge> : null,
  },
  {
    id: "changed",
    header: t("changed"),
    width: 140,
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];

export default function TemplatesPage() {
  const { page, canWrite } = useLoaderData<typeof loader>();
  const t = useText("templates");
  const add = canWrite ? (
    <Group gap="xs">
      <Button component={Link} to="/app/templates/new?kind=snippet" variant="default">
        {t("newSnippet")}
      </Button>
      <Button component={Link} to="/app/templates/new" leftSection={<IconPlus size={16} />}>
        {t("newTemplate")}
      </Button>
    </Group>
  ) : null;
  const kinds = TEMPLATE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }));
  return (
    <Page title={t("title")} sentence={t("sentence")} action={add}>
      <ListScreen
        label={t("label")}
        page={page}
        columns={columns(t)}
        rules={RULES}
        filters={[{ name: "kind", label: t("kind"), options: kinds }]}
        searchPlaceholder={t("search")}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        rowTo={({ id }) => `/app/templates/${id}`}
        empty={<EmptyState drawing="send" sentence={t("empty")} action={add} />}
      />
    </Page>
  );
}
