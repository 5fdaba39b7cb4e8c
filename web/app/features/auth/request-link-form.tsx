import { useForm } from "@conform-to/react";
import { Alert, Anchor, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import { RequestLink } from "@thaw/core/accounts/account/account.schema";
import { lastResultOf } from "../../components/action-result.ts";
import { TextField } from "../../components/fields.tsx";
import { useText } from "../../messages/text.tsx";
import { useValidation } from "../../use-validation.ts";
import { AuthForm } from "./auth-form.tsx";

type Props = {
  title: string;
  sentence: string;
  /** The page's answer to the intent `request`. */
  actionResult: Parameters<typeof lastResultOf>[0];
  /** Where one logs in: an agency's clients elsewhere. */
  loginTo?: string;
};

/** Asks for an address and mails it a link. What it says afterwards is the same for every address. */
export function RequestLinkForm({ title, sentence, actionResult, loginTo = "/login" }: Props) {
  const t = useText("auth");
  const [form, fields] = useForm({
    lastResult: lastResultOf(actionResult, "request"),
    onValidate: useValidation(RequestLink),
    shouldRevalidate: "onInput",
  });
  const isAsked = actionResult?.intent === "request" && actionResult.ok;
  return (
    <AuthForm
      title={title}
      sentence={sentence}
      intent="request"
      form={form}
      submitLabel={t("sendLink")}
      footer={
        <Anchor component={Link} to={loginTo} underline="always" inherit>
          {t("backToLogin")}
        </Anchor>
      }
    >
      <Stack gap={isAsked ? "md" : 0}>
        <div aria-live="polite">
          {isAsked ? (
            <Alert color="green" variant="light">
              {t("linkRequested")}
            </Alert>
          ) : null}
        </div>
        <TextField field={fields.email} type="email" label={t("email")} autoComplete="username" />
      </Stack>
    </AuthForm>
  );
}
