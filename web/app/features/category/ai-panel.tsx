import { useForm } from "@conform-to/react";
import { Alert, Checkbox, Group, Radio, Stack } from "@mantine/core";
import {
  AI_CATEGORISATION_MODES,
  type AiCategorisation,
  type AiCategorisationMode,
  type Category,
  NOT_ASSIGNED,
  SetAccountCategorisation,
} from "@thaw/core/accounts/category/category.schema";
import { useState } from "react";
import { refusalOf } from "../../components/action-result.ts";
import { TextareaField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { useText } from "../../messages/text.tsx";
import { useValidation } from "../../use-validation.ts";
import { categoryName } from "./built-in.ts";
import type { CategoriesResult } from "./categories-result.ts";

type Props = {
  rules: AiCategorisation;
  categories: Category[];
  hasKey: boolean;
  actionResult: CategoriesResult;
};

/** What AI does with new replies, for every campaign without rules of its own. */
export function AiPanel({ rules, categories, hasKey, actionResult }: Props) {
  const t = useText("categories");
  const inbox = useText("inbox");
  const [mode, setMode] = useState<AiCategorisationMode>(rules.mode);
  const [form, fields] = useForm({
    id: "ai-rules",
    lastResult: refusalOf(actionResult, "rules"),
    defaultValue: { mode: rules.mode, prompt: rules.prompt },
    onValidate: useValidation(SetAccountCategorisation),
  });
  return (
    <SettingsForm title={t("aiTitle")} sentence={t("aiSentence")} intent="rules" form={form}>
      <Radio.Group
        label={t("aiMode")}
        name="mode"
        value={mode}
        onChange={(value) => setMode(value as AiCategorisationMode)}
      >
        <Stack gap="xs" mt={4}>
          {AI_CATEGORISATION_MODES.map((value) => (
            <Radio key={value} value={value} label={t(`mode.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {mode === "none" || hasKey ? null : (
        <Alert color="ice" variant="light" py="xs">
          {t("aiNoKey")}
        </Alert>
      )}
      {mode === "custom" ? (
        <>
          <TextareaField
            field={fields.prompt}
            label={t("aiPrompt")}
            placeholder={t("aiPromptHint")}
          />
          <Checkbox.Group label={t("aiCategories")} defaultValue={rules.category_ids.map(String)}>
            <Group gap="md" mt={4}>
              {categories
                .filter(({ id }) => id !== NOT_ASSIGNED)
                .map((category) => (
                  <Checkbox
                    key={category.id}
                    name="category_ids"
                    value={String(category.id)}
                    label={categoryName(category, inbox)}
                  />
                ))}
            </Group>
          </Checkbox.Group>
        </>
      ) : null}
    </SettingsForm>
  );
}
