import { Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import type { Variant } from "@thaw/core/campaigns/sequence/sequence.schema";
import { lazy, Suspense, useRef } from "react";
import { useText } from "../../messages/text.tsx";
import type { BodyHandle } from "./body-editor.tsx";
import { ReadabilityNote } from "./readability-note.tsx";
import { TemplateHelp } from "./template-help.tsx";
import { TemplateProblem } from "./template-problem.tsx";
import { VariablesMenu } from "./variables-menu.tsx";
import type { MailFiles } from "./writing-props.ts";
import { WritingTools } from "./writing-tools.tsx";

const BodyEditor = lazy(() => import("./body-editor.tsx"));

type Props = {
  variant: Variant;
  isFirst: boolean;
  /** A snippet has none. */
  hasSubject?: boolean;
  customFields: readonly string[];
  onChange: (change: { subject?: string; body?: string }) => void;
  /** The files that the mail carries; a snippet has none. */
  files?: MailFiles;
};

/** Subject and body of one mail. Mount it anew (`key`) for another mail. */
export function MailEditor(props: Props) {
  const { variant, hasSubject = true, customFields, onChange, files } = props;
  const t = useText("campaign-wizard");
  const isMounted = useMounted();
  const editor = useRef<BodyHandle | null>(null);
  const loading = <Skeleton height={320} />;
  return (
    <Stack gap="md">
      {hasSubject ? <SubjectField {...props} /> : null}
      <Stack gap={4}>
        <Group justify="space-between" gap="xs">
          <Text fw={500}>{t("body")}</Text>
          <Group gap={4}>
            <WritingTools
              variant={variant}
              customFields={customFields}
              editor={editor}
              onSubject={(subject) => onChange({ subject })}
              {...(files ? { files } : {})}
            />
            <TemplateHelp />
            <VariablesMenu
              customFields={customFields}
              label={t("variablesInBody")}
              onInsert={(tag) => editor.current?.insertText(tag)}
            />
          </Group>
        </Group>
        {isMounted ? (
          <Suspense fallback={loading}>
            <BodyEditor
              label={t("body")}
              html={variant.body}
              onChange={(body) => onChange({ body })}
              handleRef={editor}
            />
          </Suspense>
        ) : (
          loading
        )}
        <TemplateProblem source={variant.body} customFields={customFields} />
        <ReadabilityNote html={variant.body} />
      </Stack>
    </Stack>
  );
}

function SubjectField({ variant, isFirst, customFields, onChange }: Props) {
  const t = useText("campaign-wizard");
  const subject = useRef<HTMLInputElement>(null);
  const insert = (tag: string) => {
    const field = subject.current;
    const [from, to] = [field?.selectionStart ?? variant.subject.length, field?.selectionEnd];
    const after = variant.subject.slice(to ?? from);
    onChange({ subject: variant.subject.slice(0, from) + tag + after });
    // React sets the value first; the cursor follows the tag.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(from + tag.length, from + tag.length);
    });
  };
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text component="label" htmlFor="mail-subject" fw={500}>
          {t("subject")}
        </Text>
        <VariablesMenu
          customFields={customFields}
          label={t("variablesInSubject")}
          onInsert={insert}
        />
      </Group>
      <TextInput
        id="mail-subject"
        ref={subject}
        value={variant.subject}
        maxLength={1_000}
        placeholder={isFirst ? t("subjectHint") : t("sameThread")}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <TemplateProblem source={variant.subject} customFields={customFields} />
    </Stack>
  );
}
