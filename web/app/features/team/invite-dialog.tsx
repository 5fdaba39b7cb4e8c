import { getFormProps, useForm } from "@conform-to/react";
import { Button, Radio, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { InviteMember, MEMBER_ROLES } from "@thaw/core/accounts/team/team.schema";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.team-members/route.tsx";
import { useValidation } from "../../use-validation.ts";
import { TEAM } from "./team-page.ts";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText("team");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "invite", ({ email }) => {
    toast.done(t("invited", { email }));
    onClose();
  });
  const [form, fields] = useForm({
    id: "invite",
    lastResult: fetcher.data ? lastResultOf(fetcher.data, "invite") : null,
    onValidate: useValidation(InviteMember),
    shouldRevalidate: "onInput",
  });
  return (
    <Dialog onClose={onClose} title={t("inviteTitle")} centered>
      <fetcher.Form method="post" action={TEAM} {...getFormProps(form)}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t("inviteText")}
          </Text>
          <TextField
            field={fields.email}
            type="email"
            label={t("email")}
            placeholder={t("emailHint")}
            autoComplete="off"
            data-autofocus
          />
          <Radio.Group
            name={fields.role.name}
            label={t("role")}
            defaultValue="FULL_MEMBER_ACCESS"
            error={fields.role.errors?.[0]}
          >
            <Stack gap="xs" mt="xs">
              {MEMBER_ROLES.map((role) => (
                <Radio
                  key={role}
                  value={role}
                  label={t(`role.${role}`)}
                  description={t(`can.${role}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <FormErrors errors={form.errors} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" name="intent" value="invite" loading={fetcher.state !== "idle"}>
              {t("send")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
