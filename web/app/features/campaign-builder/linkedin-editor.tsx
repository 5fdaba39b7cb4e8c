import { Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { Variant } from "@thaw/core/campaigns/sequence/sequence.schema";
import {
  LINKEDIN_LENGTHS,
  type LinkedInType,
  STEP_TEXTS,
} from "@thaw/core/campaigns/sequence/step-type.schema";
import { useRef } from "react";
import { useText } from "../../messages/text.tsx";
import { TemplateProblem } from "./template-problem.tsx";
import { VariablesMenu } from "./variables-menu.tsx";

type Props = {
  type: LinkedInType;
  variant: Variant;
  customFields: readonly string[];
  onChange: (change: { subject?: string; body?: string }) => void;
};

/** What a person sends on LinkedIn, or a note for who visits a profile: plain text with variables. */
export function LinkedInEditor({ type, variant, customFields, onChange }: Props) {
  const t = useText("campaign-wizard");
  const textarea = useRef<HTMLTextAreaElement>(null);
  const { subject, text } = STEP_TEXTS[type];
  const lengths = LINKEDIN_LENGTHS[type];
  const isNote = type === "LI_VIEW" || type === "LI_ACTIVITY";
  const insert = (tag: string) => {
    const { selectionStart = variant.body.length, selectionEnd = selectionStart } =
      textarea.current ?? {};
    onChange({
      body: variant.body.slice(0, selectionStart) + tag + variant.body.slice(selectionEnd),
    });
  };
  return (
    <Stack gap="md">
      {subject ? (
        <TextInput
          label={t("subject")}
          maxLength={1_000}
          value={variant.subject}
          description={t("cutAfter", { count: lengths.subject })}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
      ) : null}
      <Stack gap={4}>
        <Group justify="space-between" gap="xs">
          <Text component="label" htmlFor="linkedin-text" fw={500}>
            {t(isNote ? "noteToSelf" : "text")}
          </Text>
          <VariablesMenu
            customFields={customFields}
            label={t("variablesInBody")}
            onInsert={insert}
          />
        </Group>
        <Textarea
          id="linkedin-text"
          ref={textarea}
          autosize
          minRows={6}
          maxRows={24}
          value={variant.body}
          placeholder={text === "optional" ? t("mayBeEmpty") : undefined}
          description={isNote ? undefined : t("cutAfter", { count: lengths.text })}
          onChange={(event) => onChange({ body: event.currentTarget.value })}
        />
        <TemplateProblem source={variant.body} customFields={customFields} />
      </Stack>
    </Stack>
  );
}
