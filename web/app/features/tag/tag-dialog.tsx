import { getFormProps, useForm } from "@conform-to/react";
import { Button, Stack } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { CreateTag, type Tag } from "@thaw/core/accounts/tag/tag.schema";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { ColorSelect } from "../../components/color-select.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.tag-manager/route.tsx";
import { useValidation } from "../../use-validation.ts";
import { TAG_MANAGER } from "./tag-page.ts";

type Props = {
  /** Absent for a new one. */
  tag: Tag | undefined;
  onClose: () => void;
};

export function TagDialog({ tag, onClose }: Props) {
  const t = useText("tags");
  const fetcher = useFetcher<typeof action>();
  const intent = tag ? "update" : "create";
  const close =
    (word: "created" | "saved") =>
    ({ name }: Tag) => {
      toast.done(t(word, { name }));
      onClose();
    };
  useActionResult(fetcher.data, "create", close("created"));
  useActionResult(fetcher.data, "update", close("saved"));
  const [form, fields] = useForm({
    id: "tag",
    lastResult: fetcher.data ? lastResultOf(fetcher.data, intent) : null,
    defaultValue: { name: tag?.name ?? "" },
    onValidate: useValidation(CreateTag),
    shouldRevalidate: "onInput",
  });
  const title = tag ? t("editTitle", { name: tag.name }) : t("add");
  return (
    <Dialog onClose={onClose} title={title} centered>
      <fetcher.Form method="post" action={TAG_MANAGER} {...getFormProps(form)}>
        {tag ? <input type="hidden" name="tag_id" value={tag.id} /> : null}
        <Stack>
          <TextField
            field={fields.name}
            label={t("name")}
            placeholder={t("nameHint")}
            maxLength={40}
            data-autofocus
          />
          <ColorSelect color={tag?.color} />
          <FormErrors errors={form.errors} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" name="intent" value={intent} loading={fetcher.state !== "idle"}>
              {t(tag ? "save" : "create")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
