import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../messages/text.tsx";
import type { AnyActionResult } from "./action-result.ts";
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

/**
 * Begins the form anew with what the screen has by now, once what `intent` sent is saved and read again: by then another panel
 * may have been sent, too. A person who has typed on since keeps that.
 */
function useFreshStart(formId: string, intent: string): void {
  const { state, formData } = useNavigation();
  const actionResult = useActionData<AnyActionResult>();
  const sent = useRef<{ data: FormData; before: AnyActionResult | undefined }>(undefined);
  const saved = useRef<FormData>(undefined);
  const data = formData?.get("intent") === intent ? formData : undefined;
  useEffect(() => {
    if (data) sent.current ??= { data, before: actionResult };
    if (sent.current && actionResult?.intent === intent && actionResult !== sent.current.before) {
      saved.current = actionResult.ok ? sent.current.data : undefined;
      sent.current = undefined;
    }
    if (state !== "idle") return;
    const form = document.getElementById(formId);
    const isToBegin = saved.current && form instanceof HTMLFormElement;
    if (isToBegin && holds(form, saved.current)) form.reset();
    sent.current = undefined;
    saved.current = undefined;
  }, [state, data, intent, actionResult, formId]);
}

/** Whether a form's texts and choices are those that were sent. */
const holds = (form: HTMLFormElement, sent: FormData | undefined) =>
  [...new FormData(form)].every(
    ([name, value]) => typeof value !== "string" || sent?.getAll(name).includes(value),
  );

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
