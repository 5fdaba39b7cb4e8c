import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Button, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormErrors } from "../../components/settings-form.tsx";

type Props = {
  title: string;
  sentence?: string;
  /** What the action knows the operation by. */
  intent: string;
  // Any form will do: the panel only needs its state.
  // oxlint-disable-next-line typescript/no-explicit-any
  form: FormMetadata<any, string[]>;
  submitLabel: string;
  /** The fields. */
  children: ReactNode;
  /** Ways out, below the button. */
  footer?: ReactNode;
};

/** One form of a visitor: title, fields, one wide button. */
export function AuthForm({ title, sentence, intent, form, submitLabel, children, footer }: Props) {
  const navigation = useNavigation();
  const isSending = navigation.formData?.get("intent") === intent;
  return (
    <Form method="post" {...getFormProps(form)}>
      <Stack gap="md">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {sentence ? (
            <Text size="sm" c="dimmed">
              {sentence}
            </Text>
          ) : null}
        </div>
        <FormErrors errors={form.errors} />
        {children}
        <Button type="submit" name="intent" value={intent} loading={isSending} fullWidth>
          {submitLabel}
        </Button>
        {footer ? <Text size="sm">{footer}</Text> : null}
      </Stack>
    </Form>
  );
}
