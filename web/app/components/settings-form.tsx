import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../messages/text.tsx";
import type { AnyOutcome } from "./outcome.ts";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import "./page.css";

type Props = {
  title: string;
  sentence?: string;
  /** What the action knows the operation by. */
  intent: string;
  // Any form will do: the panel only needs its state.
  // oxlint-disable-next-line typescript/no-explicit-any
  form: FormMetadata<any, string[]>;
  saveLabel?: string;
  /** The fields. */
  children: ReactNode;
};

/** Begins the form anew with what the screen has by now, once what `intent` sent is saved and read again. */
function useFreshStart(formId: string, intent: string): void {
  const { state, formData } = useNavigation();
  const outcome = useActionData<AnyOutcome>();
  const sent = useRef<string>(undefined);
  const isSending = formData?.get("intent") === intent;
  useEffect(() => {
    if (isSending) sent.current = intent;
    if (state !== "idle" || sent.current === undefined) return;
    const isSaved = outcome?.ok && outcome.intent === sent.current;
    sent.current = undefined;
    const form = document.getElementById(formId);
    if (isSaved && form instanceof HTMLFormElement) form.reset();
  }, [state, isSending, intent, outcome, formId]);
}

/** One panel of settings: saved by its button; leaving with unsaved changes asks. Takes its errors from `refusalOf`. */
export function SettingsForm({ title, sentence, intent, form, saveLabel, children }: Props) {
  const t = useText("lists");
  const navigation = useNavigation();
  const isSaving = navigation.formData?.get("intent") === intent;
  useFreshStart(form.id, intent);
  return (
    <Form method="post" {...getFormProps(form)} className="panel">
      {/* A router asks one guard alone: of several panels only those with changes have one. */}
      {form.dirty ? <UnsavedGuard isDirty={() => !isSaving} /> : null}
      <Stack p="lg" gap="md" maw={640}>
        <div>
          <Title order={2}>{title}</Title>
          {sentence ? (
            <Text size="sm" c="dimmed">
              {sentence}
            </Text>
          ) : null}
        </div>
        {children}
        <FormErrors errors={form.errors} />
        <Group gap="xs">
          <Button type="submit" name="intent" value={intent} loading={isSaving}>
            {saveLabel ?? t("save")}
          </Button>
          {form.dirty ? (
            <Button variant="subtle" {...form.reset.getButtonProps()}>
              {t("discard")}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Form>
  );
}

/** What is wrong with a form as a whole. */
export function FormErrors({ errors }: { errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <Alert color="red" variant="light" py="xs">
      {errors.join(" ")}
    </Alert>
  );
}
