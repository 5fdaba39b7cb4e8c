import { useForm } from "@conform-to/react";
import { ChangePassword } from "@thaw/core/accounts/account/account.schema";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { PasswordField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { useValidation } from "../../use-validation.ts";
import type { SecurityResult } from "./security-result.ts";

export function PasswordPanel({ actionResult }: { actionResult: SecurityResult }) {
  const t = useText("security");
  useActionResult(actionResult, "change-password", () => toast.done(t("passwordChanged")));
  const [form, fields] = useForm({
    id: "change-password",
    lastResult: refusalOf(actionResult, "change-password"),
    onValidate: useValidation(ChangePassword),
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm
      title={t("passwordTitle")}
      sentence={t("passwordSentence")}
      intent="change-password"
      form={form}
      saveLabel={t("changePassword")}
    >
      <PasswordField
        field={fields.current_password}
        label={t("currentPassword")}
        autoComplete="current-password"
        maw={360}
      />
      <PasswordField
        field={fields.new_password}
        label={t("newPassword")}
        description={fields.new_password.errors ? null : t("passwordRule")}
        autoComplete="new-password"
        maw={360}
      />
    </SettingsForm>
  );
}
