import { useForm } from "@conform-to/react";
import { Anchor } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SignUp } from "@thaw/core/accounts/account/account.schema";
import { signUp } from "@thaw/core/accounts/login/sign-up";
import { listOidcIssuers } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { lastResultOf } from "../../components/action-result.ts";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { AuthForm } from "../../features/auth/auth-form.tsx";
import { NewAccountFields } from "../../features/auth/new-account-fields.tsx";
import { ResendForm } from "../../features/auth/resend-form.tsx";
import { IssuerButtons } from "../../features/oidc/issuer-buttons.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { redirectSignedIn, signUpCookie, visitor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("auth", "signUpTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  const { items: issuers } = await listOidcIssuers(visitor(request), {});
  return { issuers };
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const actionResult = await submit(request, { "sign-up": signUp }, { actor: visitor(request) });
  const answer = actionResult.data;
  if (!answer.ok) return actionResult;
  // The browser keeps it, and page scripts never see it.
  const { sign_up_proof, ...shown } = answer.data;
  const headers = { "Set-Cookie": signUpCookie(request, sign_up_proof) };
  return data({ ...answer, data: shown }, { headers });
}

export default function SignUpPage() {
  const t = useText("auth");
  const { issuers } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  const [form, fields] = useForm({
    lastResult: lastResultOf(actionResult, "sign-up"),
    onValidate: useValidation(SignUp),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  if (actionResult?.ok) {
    const { email } = actionResult.data.user;
    return (
      <ResendForm
        title={t("checkInboxTitle")}
        sentence={t("checkInbox", { email })}
        email={email}
      />
    );
  }
  const footer = t.rich("haveAccount", {
    link: (copy) => (
      <Anchor component={Link} to="/login" underline="always" inherit>
        {copy}
      </Anchor>
    ),
  });
  return (
    <>
      <AuthForm
        title={t("signUpTitle")}
        sentence={t("trialSummary")}
        intent="sign-up"
        form={form}
        submitLabel={t("signUp")}
        footer={footer}
      >
        <NewAccountFields fields={fields}>
          <TextField
            field={fields.email}
            type="email"
            label={t("workEmail")}
            description={fields.email.errors ? null : t("workEmailRule")}
            autoComplete="email"
          />
          <PasswordField
            field={fields.password}
            label={t("password")}
            description={fields.password.errors ? null : t("passwordRule")}
            autoComplete="new-password"
          />
        </NewAccountFields>
      </AuthForm>
      <IssuerButtons issuers={issuers} next={null} />
    </>
  );
}
