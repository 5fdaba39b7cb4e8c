import { useForm } from "@conform-to/react";
import { ChangeEmail } from "@thaw/core/accounts/account/account.schema";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { useValidation } from "../../use-validation.ts";
import type { ProfileResult } from "./profile-result.ts";

type Props = { email: string; actionResult: ProfileResult };

export function EmailPanel({ email, actionResult }: Props) {
  const t = useText("profile");
  useActionResult(actionResult, "change-email", (asked) => toast.done(t("emailAsked", asked)));
  const [form, fields] = useForm({
    id: "change-email",
    lastResult: refusalOf(actionResult, "change-email"),
    onValidate: useValidation(ChangeEmail),
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm
      title={t("emailTitle")}
      sentence={t("emailText", { email })}
      intent="change-email"
      form={form}
      saveLabel={t("changeEmail")}
    >
      <TextField
        field={fields.email}
        type="email"
        label={t("newEmail")}
        autoComplete="off"
        maw={360}
      />
      <PasswordField
        field={fields.password}
        label={t("password")}
        autoComplete="current-password"
        maw={360}
      />
    </SettingsForm>
  );
}
