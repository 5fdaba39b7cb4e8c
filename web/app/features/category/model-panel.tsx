import { useForm } from "@conform-to/react";
import { Button, Group, Select } from "@mantine/core";
import { useSubmit } from "@remix-run/react";
import { type AiSettings, UpdateAiSettings } from "@thaw/core/accounts/ai/ai.schema";
import { refusalOf } from "../../components/action-result.ts";
import { PasswordField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { useText } from "../../messages/text.tsx";
import { useValidation } from "../../use-validation.ts";
import type { CategoriesResult } from "./categories-result.ts";

type Props = { settings: AiSettings; actionResult: CategoriesResult };

export function ModelPanel({ settings, actionResult }: Props) {
  const t = useText("categories");
  const submit = useSubmit();
  const [form, fields] = useForm({
    id: "language-model",
    lastResult: refusalOf(actionResult, "model"),
    onValidate: useValidation(UpdateAiSettings),
  });
  const { models, model, key_masked } = settings;
  return (
    <SettingsForm title={t("modelTitle")} sentence={t("modelSentence")} intent="model" form={form}>
      <Select
        name="model"
        label={t("model")}
        data={models}
        defaultValue={model}
        allowDeselect={false}
        maw={360}
      />
      <PasswordField
        field={fields.secret_key}
        label={t("key")}
        description={key_masked ? t("keyNow", { key: key_masked }) : t("keyNone")}
        autoComplete="off"
        maw={360}
      />
      {key_masked ? (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => submit({ intent: "model", removes_key: "on" }, { method: "post" })}
          >
            {t("removeKey")}
          </Button>
        </Group>
      ) : null}
    </SettingsForm>
  );
}
