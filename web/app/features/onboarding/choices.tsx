import { Checkbox, Radio, Stack, Text, TextInput } from "@mantine/core";
import { MAX_OTHER, OTHER, type Question } from "@thaw/core/accounts/onboarding/onboarding.schema";
import { useState } from "react";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";

type Props = {
  question: Question;
  chosen: readonly string[];
  other: string | undefined;
  /** By the name of the field. */
  errors: Record<string, string[] | null> | undefined;
};

/** The answers to choose from; "Other" asks for words. */
export function Choices({ question, chosen, other, errors }: Props) {
  const t = useText("onboarding");
  const [values, setValues] = useState(chosen);
  const isOther = values.includes(OTHER);
  const problem = errors?.values?.[0];
  const options = question.options.map((option) => ({
    name: "values",
    value: option,
    // Every option has its words under the question's name.
    label: t(`${question.name}.${option}` as TextKey<"onboarding">),
  }));
  return (
    <Stack gap="sm">
      {question.isMulti ? (
        <Checkbox.Group value={[...values]} onChange={setValues} aria-labelledby="question">
          <Stack gap="xs">
            {options.map((option) => (
              <Checkbox key={option.value} {...option} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <Radio.Group
          name="values"
          value={values[0] ?? ""}
          onChange={(value) => setValues([value])}
          aria-labelledby="question"
        >
          <Stack gap="xs">
            {options.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : null}
      {isOther ? (
        <TextInput
          name="other"
          label={t("other")}
          maxLength={MAX_OTHER}
          defaultValue={other ?? ""}
          error={errors?.other?.[0]}
          data-autofocus
        />
      ) : null}
    </Stack>
  );
}
