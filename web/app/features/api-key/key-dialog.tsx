import { getFormProps, useForm } from "@conform-to/react";
import { Button, Checkbox, NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { CreateApiKey, KEY_ACCESS } from "@thaw/core/accounts/api-key/api-key.schema";
import type { Permission } from "@thaw/core/actor";
import { useState } from "react";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.api-keys/route.tsx";
import { useValidation } from "../../use-validation.ts";
import type { Made } from "./made-key.tsx";

const DAYS = ["90", "30", "365"] as const;

type Props = {
  /** What someone may give. */
  permissions: Permission[];
  onMade: (made: Made) => void;
  onClose: () => void;
};

export function KeyDialog({ permissions, onMade, onClose }: Props) {
  const t = useText("api-keys");
  const fetcher = useFetcher<typeof action>();
  const [access, setAccess] = useState("all");
  useActionResult(fetcher.data, "create", (made) => {
    onMade(made);
    onClose();
  });
  const [form, fields] = useForm({
    id: "api-key",
    lastResult: fetcher.data ? lastResultOf(fetcher.data, "create") : null,
    onValidate: useValidation(CreateApiKey),
    shouldRevalidate: "onInput",
  });
  return (
    <Dialog onClose={onClose} title={t("add")} centered>
      <fetcher.Form method="post" action="/app/settings/api-keys" {...getFormProps(form)}>
        <Stack>
          <TextField
            field={fields.name}
            label={t("name")}
            placeholder={t("nameHint")}
            maxLength={60}
            data-autofocus
          />
          <NativeSelect
            name="access"
            label={t("access")}
            value={access}
            onChange={(event) => setAccess(event.currentTarget.value)}
            data={KEY_ACCESS.map((value) => ({ value, label: t(`access.${value}`) }))}
          />
          {access === "chosen" ? (
            <Checkbox.Group label={t("permissions")} error={fields.permissions.errors?.[0]}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6} mt={6}>
                {permissions.map((permission) => (
                  <Checkbox
                    key={permission}
                    name="permissions"
                    value={permission}
                    label={permission}
                  />
                ))}
              </SimpleGrid>
            </Checkbox.Group>
          ) : null}
          <NativeSelect
            name="expires_in_days"
            label={t("expires")}
            data={[
              ...DAYS.map((value) => ({ value: value as string, label: t(`expires.${value}`) })),
              { value: "", label: t("expires.never") },
            ]}
          />
          <FormErrors errors={form.errors} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" name="intent" value="create" loading={fetcher.state !== "idle"}>
              {t("make")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
