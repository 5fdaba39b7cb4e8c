import { useForm } from "@conform-to/react";
import { Anchor } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Login } from "@thaw/core/accounts/account/account.schema";
import { clientLogin } from "@thaw/core/accounts/client/client-login";
import { listOidcIssuers } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { AppError } from "@thaw/core/error";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import { renderError } from "@thaw/text/render";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { AuthForm } from "../../features/auth/auth-form.tsx";
import { CodeStep } from "../../features/auth/code-step.tsx";
import { IssuerButtons } from "../../features/oidc/issuer-buttons.tsx";
import { localeOfRequest } from "../../locale.server.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { parseForm, readForm } from "../../read-form.server.ts";
import { redirectSignedIn, startSession, visitor } from "../../session.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("auth", "loginTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  const { items: issuers } = await listOidcIssuers(visitor(request), {});
  return { issuers, next: new URL(request.url).searchParams.get("next") };
}

export { clientAction } from "../../offline-action.ts";

/** Signs clients of the agency in whose host this is. */
export async function action({ request }: ActionFunctionArgs) {
  await requireRequest(visitor(request));
  const form = await readForm(request, "visitor");
  const submission = parseForm(form, Login, localeOfRequest(request));
  // The password stays out of the answer.
  const hideFields = ["password"];
  const isCode = form.has("otp");
  if (submission.status !== "success") {
    return data({ result: submission.reply({ hideFields }), isCode }, 400);
  }
  try {
    const done = await clientLogin(visitor(request), submission.value);
    if ("token" in done) {
      return startSession(request, done.token, new URL(request.url).searchParams.get("next"));
    }
    return data({ result: submission.reply({ hideFields }), isCode: done.requiresOTP });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, fields } = renderError(localeOfRequest(request), error);
    const said = fields ? { fieldErrors: fields } : { formErrors: [message] };
    return data({ result: submission.reply({ hideFields, ...said }), isCode }, error.status);
  }
}

export default function ClientLoginPage() {
  const t = useText("auth");
  const ways = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm({
    lastResult: answer?.result ?? null,
    onValidate: useValidation(Login),
    shouldRevalidate: "onInput",
  });
  const isCode = answer?.isCode ?? false;
  const copy = isCode
    ? { title: t("codeTitle"), sentence: t("codeText") }
    : { title: t("loginTitle") };
  return (
    <>
      <AuthForm
        {...copy}
        intent="login"
        form={form}
        submitLabel={t("logIn")}
        footer={
          <Anchor component={Link} to="/forgot-password" underline="always" inherit>
            {t("forgotLink")}
          </Anchor>
        }
      >
        <CodeStep isCode={isCode} field={fields.otp} hasNewCode={false}>
          <TextField field={fields.email} type="email" label={t("email")} autoComplete="username" />
          <PasswordField
            field={fields.password}
            label={t("password")}
            autoComplete="current-password"
          />
        </CodeStep>
      </AuthForm>
      {isCode ? null : <IssuerButtons {...ways} />}
    </>
  );
}
