import { getFormProps, useForm } from "@conform-to/react";
import { Button, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { AddLinkedInAccount } from "@thaw/core/senders/linkedin/linkedin.schema";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.integrations.linkedin/route.tsx";
import { useValidation } from "../../use-validation.ts";

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const t = useText("integrations");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "add", ({ name }) => {
    toast.done(t("added", { name }));
    onClose();
  });
  const [form, fields] = useForm({
    id: "linkedin-account",
    lastResult: fetcher.data ? lastResultOf(fetcher.data, "add") : null,
    onValidate: useValidation(AddLinkedInAccount),
    shouldRevalidate: "onInput",
  });
  return (
    <Dialog onClose={onClose} title={t("add")} centered>
      <fetcher.Form method="post" action="/app/integrations/linkedin" {...getFormProps(form)}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t("addSentence")}
          </Text>
          <TextField field={fields.name} label={t("name")} autoComplete="off" data-autofocus />
          <TextField
            field={fields.profile_url}
            label={t("profile")}
            placeholder={t("profileHint")}
            autoComplete="off"
            inputMode="url"
          />
          <FormErrors errors={form.errors} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" name="intent" value="add" loading={fetcher.state !== "idle"}>
              {t("add")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
