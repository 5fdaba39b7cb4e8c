import { useForm } from "@conform-to/react";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { PasswordField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { SecurityResult } from "./security-result.ts";

type Props = { isOn: boolean; actionResult: SecurityResult };

export function TwoStepPanel({ isOn, actionResult }: Props) {
  const t = useText("security");
  useActionResult(actionResult, "turn-on", () => toast.done(t("turnedOn")));
  useActionResult(actionResult, "turn-off", () => toast.done(t("turnedOff")));
  const intent = isOn ? "turn-off" : "turn-on";
  const [form, fields] = useForm<{ password: string }>({
    id: "two-step",
    lastResult: refusalOf(actionResult, intent),
  });
  return (
    <SettingsForm
      title={t("twoStepTitle")}
      sentence={t(isOn ? "twoStepOn" : "twoStepOff")}
      intent={intent}
      form={form}
      saveLabel={t(isOn ? "turnOff" : "turnOn")}
    >
      <PasswordField
        field={fields.password}
        label={t("password")}
        autoComplete="current-password"
        maw={360}
      />
    </SettingsForm>
  );
}
