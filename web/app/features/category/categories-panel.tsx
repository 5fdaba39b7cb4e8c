import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import {
  CATEGORY_DELETE_LIMIT,
  type Category,
  NOT_ASSIGNED,
} from "@thaw/core/accounts/category/category.schema";
import { lazy, Suspense, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.lead-categories/route.tsx";
import { categoryName } from "./built-in.ts";
import { CustomCategory } from "./custom-category.tsx";

const CategoryDialog = lazy(() => import("./category-dialog.tsx"));

type Props = { categories: Category[]; canAdd: boolean; canChange: boolean };
type Open =
  | { kind: "edit"; category: Category | undefined }
  | { kind: "delete"; category: Category };

export function CategoriesPanel({ categories, canAdd, canChange }: Props) {
  const t = useText("categories");
  const inbox = useText("inbox");
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const shown = categories.filter(({ id }) => id !== NOT_ASSIGNED);
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>{t("listTitle")}</Title>
          <Text size="sm" c="dimmed">
            {t("sentence")}
          </Text>
        </div>
        {canAdd ? (
          <Button
            leftSection={<IconPlus size={16} />}
            onClick={() => setOpen({ kind: "edit", category: undefined })}
          >
            {t("add")}
          </Button>
        ) : null}
      </Group>
      <DataTable
        label={t("label")}
        rows={shown}
        columns={columns(t, inbox, canChange ? setOpen : undefined)}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
      />
      {open?.kind === "edit" ? (
        <Suspense>
          <CategoryDialog category={open.category} onClose={close} />
        </Suspense>
      ) : null}
      {open?.kind === "delete" ? <DeleteDialog category={open.category} onClose={close} /> : null}
    </Stack>
  );
}

const columns = (
  t: Words<"categories">,
  inbox: Words<"inbox">,
  onOpen: ((open: Open) => void) | undefined,
): Column<Category>[] => [
  {
    id: "name",
    header: t("name"),
    isFixed: true,
    cell: (category) =>
      category.color ? (
        <CustomCategory {...category} color={category.color} />
      ) : (
        categoryName(category, inbox)
      ),
  },
  { id: "sentiment", header: t("sentiment"), cell: ({ sentiment }) => t(`sentiment.${sentiment}`) },
  {
    id: "actions",
    header: t("actions"),
    cell: (category) =>
      category.id <= CATEGORY_DELETE_LIMIT ? (
        <Text size="sm" c="dimmed">
          {t("builtIn")}
        </Text>
      ) : onOpen ? (
        <Group gap={4} wrap="nowrap">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t("editOf", { name: category.name })}
            onClick={() => onOpen({ kind: "edit", category })}
          >
            {t("edit")}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t("deleteOf", { name: category.name })}
            onClick={() => onOpen({ kind: "delete", category })}
          >
            {t("delete")}
          </Button>
        </Group>
      ) : null,
  },
];

function DeleteDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const t = useText("categories");
  const fetcher = useFetcher<typeof action>();
  const { id, name } = category;
  useActionResult(fetcher.data, "delete", () => {
    toast.done(t("deleted", { name }));
    onClose();
  });
  const confirm = () =>
    fetcher.submit(
      { intent: "delete", category_id: id, is_confirmed: "true" },
      { method: "post", action: "/app/settings/lead-categories" },
    );
  return (
    <Dialog onClose={onClose} title={t("deleteTitle", { name })}>
      <Stack>
        <Text size="sm">{t("deleteText")}</Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button color="red" onClick={confirm} loading={fetcher.state !== "idle"}>
            {t("delete")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
