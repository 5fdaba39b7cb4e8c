import { Button, Group } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { listTags } from "@thaw/core/accounts/tag/tag";
import { MOST_TAGS_EACH, type Tag } from "@thaw/core/accounts/tag/tag.schema";
import { changeTemplates } from "@thaw/core/campaigns/template-library/change-templates";
import { listTemplates } from "@thaw/core/campaigns/template-library/saved-template";
import {
  TEMPLATE_KINDS,
  type TemplateKind,
  type TemplateSummary,
} from "@thaw/core/campaigns/template-library/saved-template.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { TagChips } from "../../features/tag/tag-chips.tsx";
import { TagMenu } from "../../features/tag/tag-menu.tsx";
import { useTemplateTags } from "../../features/template/use-template-tags.ts";
import type { Column } from "../../list/column.ts";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useIsEmptyList } from "../../list/use-is-empty-list.ts";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

const RULES: ListRules = { filters: { kind: TEMPLATE_KINDS, tag: "any" }, firstLimit: 25 };

export const meta = titled("templates", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const query = readListQuery(new URL(request.url).searchParams, RULES);
  const [kind, ...more] = (query.filters.kind ?? []) as TemplateKind[];
  const tag_id = query.filters.tag?.map(Number).filter(isId).slice(0, MOST_TAGS_EACH) ?? [];
  const [page, tags] = await Promise.all([
    listTemplates(actor, {
      limit: query.limit,
      cursor: query.cursor,
      ...(query.search ? { search: query.search } : {}),
      // Both kinds are all of them.
      ...(kind && more.length === 0 ? { kind } : {}),
      ...(tag_id.length > 0 ? { tag_id } : {}),
    }),
    listTags(actor, {}),
  ]);
  return { page, tags: tags.items, canWrite: actor.permissions.has("campaigns:write") };
}

const isId = (value: number) => Number.isSafeInteger(value) && value > 0;

export { clientAction } from "../../offline-action.ts";

/** What the bar above the list sends. */
export function action({ request }: ActionFunctionArgs) {
  return submit(request, { bulk: changeTemplates });
}

const columns = (t: Words<"templates">, tags: readonly Tag[]): Column<TemplateSummary>[] => [
  { id: "name", header: t("name"), isFixed: true, cell: ({ name }) => name },
  { id: "kind", header: t("kind"), width: 110, cell: ({ kind }) => t(`kind.${kind}`) },
  { id: "text", header: t("text"), cell: ({ subject, snippet }) => subject || snippet },
  {
    id: "tags",
    header: t("tags"),
    // A column for those who use tags.
    isHidden: tags.length === 0,
    cell: ({ tag_ids }) => <TagChips ids={tag_ids} tags={tags} />,
  },
  {
    id: "problem",
    header: t("check"),
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
  const { page, tags, canWrite } = useLoaderData<typeof loader>();
  const t = useText("templates");
  const isEmpty = useIsEmptyList(page, RULES);
  const tagging = useTemplateTags();
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
  const named = tags.map(({ id, name }) => ({ value: String(id), label: name }));
  const kinds = TEMPLATE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }));
  return (
    <Page title={t("title")} sentence={t("sentence")} action={isEmpty ? null : add}>
      <ListScreen
        name="templates"
        label={t("label")}
        page={page}
        columns={columns(t, tags)}
        rules={RULES}
        filters={[
          { name: "kind", label: t("kind"), options: kinds },
          { name: "tag", label: t("tags"), options: named },
        ]}
        {...(canWrite
          ? {
              bulk: ({ ids }) => (
                <TagMenu
                  tags={tags}
                  isBusy={tagging.isBusy}
                  onChoose={(tagId, isOn) => tagging.change(ids, tagId, isOn)}
                />
              ),
            }
          : {})}
        searchPlaceholder={t("search")}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        rowTo={({ id }) => `/app/templates/${id}`}
        empty={<EmptyState drawing="send" sentence={t("empty")} action={add} />}
      />
    </Page>
  );
}
