import { useForm } from "@conform-to/react";
import { refusalOf, useOutcome } from "../../components/action-result.ts";
import { PasswordField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { SecurityOutcome } from "./security-result.ts";

type Props = { isOn: boolean; outcome: SecurityOutcome };

export function TwoStepPanel({ isOn, outcome }: Props) {
  const t = useText("security");
  useOutcome(outcome, "turn-on", () => toast.done(t("turnedOn")));
  useOutcome(outcome, "turn-off", () => toast.done(t("turnedOff")));
  const intent = isOn ? "turn-off" : "turn-on";
  const [form, fields] = useForm<{ password: string }>({
    id: "two-step",
    lastResult: refusalOf(outcome, intent),
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
