import { getFormProps, useForm } from "@conform-to/react";
import { Button, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { StopSending } from "@thaw/core/accounts/sending-stop/sending-stop.schema";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.sending/route.tsx";
import { useValidation } from "../../use-validation.ts";
import { SENDING } from "./sending-page.ts";

/** Asks why before everything stops: whoever finds it stopped has to know. */
export function StopDialog({ onClose }: { onClose: () => void }) {
  const t = useText("sending");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "stop", () => {
    toast.done(t("stopped"));
    onClose();
  });
  const [form, fields] = useForm({
    id: "stop-sending",
    lastResult: fetcher.data ? lastResultOf(fetcher.data, "stop") : null,
    onValidate: useValidation(StopSending),
    shouldRevalidate: "onInput",
  });
  return (
    <Dialog onClose={onClose} title={t("confirmTitle")} centered>
      <fetcher.Form method="post" action={SENDING} {...getFormProps(form)}>
        <Stack>
          <Text size="sm">{t("confirmText")}</Text>
          <TextField
            field={fields.reason}
            label={t("reason")}
            description={t("reasonHint")}
            maxLength={200}
            autoComplete="off"
            data-autofocus
          />
          <FormErrors errors={form.errors} />
          <DialogButtons onCancel={onClose}>
            <Button
              type="submit"
              name="intent"
              value="stop"
              color="red"
              loading={fetcher.state !== "idle"}
            >
              {t("confirm")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
