import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { ReinstateAddress } from "@thaw/core/erasure/lead-erasure/lead-erasure.schema";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.leads.erasures/route.tsx";
import { useValidation } from "../../use-validation.ts";

/** The owner lets someone who was erased be written to again. */
export function ReinstatePanel() {
  const t = useText("lead-erasure");
  const actionResult = useActionData<typeof action>();
  useActionResult(actionResult, "readmit", () => toast.done(t("readmitted")));
  const [form, fields] = useForm({
    id: "readmit",
    lastResult: refusalOf(actionResult, "readmit"),
    onValidate: useValidation(ReinstateAddress),
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm
      title={t("readmitTitle")}
      sentence={t("readmitSentence")}
      intent="readmit"
      form={form}
      saveLabel={t("readmitButton")}
    >
      <TextField field={fields.email} type="email" label={t("readmitEmail")} autoComplete="off" />
    </SettingsForm>
  );
}
