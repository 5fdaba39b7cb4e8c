import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { createTag, deleteTag, listTags, restoreTag, updateTag } from "@thaw/core/accounts/tag/tag";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { toast } from "../../components/toasts.ts";
import { TagChip } from "../../features/tag/tag-chips.tsx";
import { TagDialog } from "../../features/tag/tag-dialog.tsx";
import { TAG_MANAGER } from "../../features/tag/tag-page.ts";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../state/screen-keys.ts";
import { submit } from "../../submit.server.ts";

const SENT = { method: "post", action: TAG_MANAGER } as const;

export const meta = titled("tags", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { permissions } = actor;
  return {
    tags: (await listTags(actor, {})).items,
    canAdd: permissions.has("labels:add"),
    canChange: permissions.has("labels:write"),
  };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    create: createTag,
    update: updateTag,
    delete: deleteTag,
    restore: restoreTag,
  });
}

/** Deletes at once; a toast takes it back, since nothing that carries the tag has lost it yet. */
function useDeletion() {
  const t = useText("tags");
  const deletion = useFetcher<typeof action>();
  const restoring = useFetcher<typeof action>();
  useActionResult(deletion.data, "delete", ({ id, name }) =>
    toast.undoable(t("deleted", { name }), () =>
      restoring.submit({ intent: "restore", tag_id: id }, SENT),
    ),
  );
  useActionResult(restoring.data, "restore", ({ name }) => toast.done(t("restored", { name })));
  return {
    isBusy: deletion.state !== "idle",
    remove: (id: number) => deletion.submit({ intent: "delete", tag_id: id }, SENT),
  };
}

export default function TagManagerPage() {
  const { tags, canAdd, canChange } = useLoaderData<typeof loader>();
  const t = useText("tags");
  const listText = useText("lists");
  // Of the dialog: texts that have not come cannot be waited for in the midst of a click.
  useText("fields");
  const deletion = useDeletion();
  const [open, setOpen] = useState<Tag | "new">();
  const create = { label: t("add"), run: () => setOpen("new") };
  useScreenKeys(canAdd ? [{ keys: "n", ...create }] : []);
  usePaletteActions(canAdd ? [{ id: "new-tag", ...create }] : []);
  const button = canAdd ? (
    <Button leftSection={<IconPlus size={16} />} onClick={create.run}>
      {t("add")}
    </Button>
  ) : null;
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>{t("title")}</Title>
          <Text size="sm" c="dimmed">
            {t("sentence")}
          </Text>
        </div>
        {tags.length > 0 ? button : null}
      </Group>
      {tags.length === 0 ? (
        <EmptyState drawing="list" sentence={t("empty")} action={button} />
      ) : (
        <DataTable
          label={t("label")}
          rows={tags}
          columns={columns(t, listText, canChange ? { open: setOpen, ...deletion } : undefined)}
          rowId={({ id }) => String(id)}
          rowName={({ name }) => name}
        />
      )}
      {open ? (
        <TagDialog tag={open === "new" ? undefined : open} onClose={() => setOpen(undefined)} />
      ) : null}
    </Stack>
  );
}

type Changing = { open: (tag: Tag) => void; remove: (id: number) => void; isBusy: boolean };

const columns = (
  t: Words<"tags">,
  listText: Words<"lists">,
  changing: Changing | undefined,
): Column<Tag>[] => [
  { id: "name", header: t("name"), isFixed: true, cell: (tag) => <TagChip {...tag} /> },
  {
    id: "color",
    header: listText("color"),
    cell: ({ color }) => listText(`color.${color}`),
  },
  ...(changing
    ? [
        {
          id: "actions",
          header: t("actions"),
          cell: (tag: Tag) => (
            <Group gap={4} wrap="nowrap">
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t("editOf", { name: tag.name })}
                onClick={() => changing.open(tag)}
              >
                {t("edit")}
              </Button>
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={changing.isBusy}
                aria-label={t("deleteOf", { name: tag.name })}
                onClick={() => changing.remove(tag.id)}
              >
                {t("delete")}
              </Button>
            </Group>
          ),
        },
      ]
    : []),
];
