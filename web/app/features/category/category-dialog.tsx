import { getFormProps, useForm } from "@conform-to/react";
import { Button, Select, Stack } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import {
  type Category,
  CreateCategory,
  SENTIMENTS,
} from "@thaw/core/accounts/category/category.schema";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { ColorSelect } from "../../components/color-select.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.lead-categories/route.tsx";
import { useValidation } from "../../use-validation.ts";

type Props = {
  /** Absent for a new one. */
  category: Category | undefined;
  onClose: () => void;
};

export default function CategoryDialog({ category, onClose }: Props) {
  const t = useText("categories");
  const fetcher = useFetcher<typeof action>();
  const intent = category ? "update" : "create";
  useActionResult(fetcher.data, "create", ({ name }) => {
    toast.done(t("created", { name }));
    onClose();
  });
  useActionResult(fetcher.data, "update", ({ name }) => {
    toast.done(t("saved", { name }));
    onClose();
  });
  const [form, fields] = useForm({
    id: "category",
    lastResult: fetcher.data ? lastResultOf(fetcher.data, intent) : null,
    defaultValue: { name: category?.name ?? "" },
    onValidate: useValidation(CreateCategory),
    shouldRevalidate: "onInput",
  });
  const title = category ? t("editTitle", { name: category.name }) : t("addTitle");
  return (
    <Dialog onClose={onClose} title={title}>
      <fetcher.Form method="post" action="/app/settings/lead-categories" {...getFormProps(form)}>
        {category ? <input type="hidden" name="category_id" value={category.id} /> : null}
        <Stack>
          <TextField
            field={fields.name}
            label={t("name")}
            placeholder={t("nameHint")}
            maxLength={50}
            data-autofocus
          />
          <Select
            name="sentiment"
            label={t("sentiment")}
            data={SENTIMENTS.map((value) => ({ value, label: t(`sentiment.${value}`) }))}
            defaultValue={category?.sentiment ?? "neutral"}
            allowDeselect={false}
          />
          <ColorSelect color={category?.color} />
          <FormErrors errors={form.errors} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" name="intent" value={intent} loading={fetcher.state !== "idle"}>
              {t(category ? "save" : "create")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
