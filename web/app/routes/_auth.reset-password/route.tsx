import { useForm } from "@conform-to/react";
import { Anchor } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ResetPassword } from "@thaw/core/accounts/account/account.schema";
import { resetPassword } from "@thaw/core/accounts/login/mailed-link";
import { lastResultOf } from "../../components/action-result.ts";
import { PasswordField } from "../../components/fields.tsx";
import { AuthForm } from "../../features/auth/auth-form.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { redirectSignedIn, startSession, visitor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("auth", "resetTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  const query = new URL(request.url).searchParams;
  return { uuid: query.get("uuid") ?? "", isVerified: query.has("verified") };
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const actionResult = await submit(request, { reset: resetPassword }, { actor: visitor(request) });
  const answer = actionResult.data;
  if (!answer.ok) return actionResult;
  throw await startSession(request, answer.data.token, null);
}

export default function ResetPasswordPage() {
  const t = useText("auth");
  const { uuid, isVerified } = useLoaderData<typeof loader>();
  const [form, fields] = useForm({
    lastResult: lastResultOf(useActionData<typeof action>(), "reset"),
    onValidate: useValidation(ResetPassword),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <AuthForm
      title={t("resetTitle")}
      sentence={t(isVerified ? "firstPasswordText" : "resetText")}
      intent="reset"
      form={form}
      submitLabel={t("reset")}
      footer={
        <Anchor component={Link} to="/forgot-password" underline="always" inherit>
          {t("anotherLink")}
        </Anchor>
      }
    >
      <input type="hidden" name="uuid" value={uuid} />
      <PasswordField
        field={fields.newPassword}
        label={t("newPassword")}
        description={fields.newPassword.errors ? null : t("passwordRule")}
        autoComplete="new-password"
      />
    </AuthForm>
  );
}
