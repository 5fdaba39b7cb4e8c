import { useForm } from "@conform-to/react";
import { Alert, Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { Link, useFetcher } from "@remix-run/react";
import { ResendVerification } from "@thaw/core/accounts/account/account.schema";
import { lastResultOf } from "../../components/action-result.ts";
import { TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_auth.verify-account/route.tsx";
import { useValidation } from "../../use-validation.ts";

type Props = {
  title: string;
  sentence: string;
  /** The address to write to; asked for when it is not known. */
  email?: string;
};

/** The step of someone whose address is not verified: what to do, and a way to have the link again. */
export function ResendForm({ title, sentence, email }: Props) {
  const t = useText("auth");
  const fetcher = useFetcher<typeof action>();
  const [form, fields] = useForm({
    lastResult: lastResultOf(fetcher.data, "resend"),
    defaultValue: { email: email ?? "" },
    onValidate: useValidation(ResendVerification),
    shouldRevalidate: "onInput",
  });
  return (
    <fetcher.Form
      method="post"
      action="/verify-account"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
    >
      <Stack gap="md">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {sentence}
          </Text>
        </div>
        <FormErrors errors={form.errors} />
        {fetcher.data?.ok ? (
          <Alert color="green" variant="light">
            {t("resent")}
          </Alert>
        ) : null}
        {email === undefined ? (
          <TextField field={fields.email} type="email" label={t("email")} autoComplete="email" />
        ) : (
          <input type="hidden" name={fields.email.name} value={email} />
        )}
        <Button
          type="submit"
          name="intent"
          value="resend"
          // A person who has just been sent one looks into their mail first.
          variant={email === undefined ? "filled" : "default"}
          loading={fetcher.state !== "idle"}
          fullWidth
        >
          {t("resend")}
        </Button>
        <Anchor component={Link} to="/login" underline="always">
          {t("backToLogin")}
        </Anchor>
      </Stack>
    </fetcher.Form>
  );
}
