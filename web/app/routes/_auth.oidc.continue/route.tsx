import { type SubmissionResult, useForm } from "@conform-to/react";
import { Anchor } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { AnswerOidcCode, CompleteOidcSignUp } from "@thaw/core/accounts/oidc/oidc.schema";
import { answerOidcCode } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { completeOidcSignUp, getOidcStep } from "@thaw/core/accounts/oidc/oidc-sign-up";
import { AppError } from "@thaw/core/error";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import { renderError } from "@thaw/text/render";
import * as v from "valibot";
import { TextField } from "../../components/fields.tsx";
import { AuthForm } from "../../features/auth/auth-form.tsx";
import { NewAccountFields } from "../../features/auth/new-account-fields.tsx";
import { moveOn } from "../../features/oidc/move-on.server.ts";
import { oidcSecretOf } from "../../features/oidc/oidc-cookie.server.ts";
import { localeOfRequest } from "../../locale.server.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { parseForm, readForm } from "../../read-form.server.ts";
import { loginOf, visitor } from "../../session.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("auth", "loginTitle");

const CodeForm = v.omit(AnswerOidcCode, ["secret"]);
const SignUpForm = v.omit(CompleteOidcSignUp, ["secret"]);

export async function loader({ request }: LoaderFunctionArgs) {
  const secret = oidcSecretOf(request);
  if (!secret) throw redirect(loginOf(request));
  try {
    return await getOidcStep(visitor(request), { secret });
  } catch (error) {
    if (error instanceof AppError) throw redirect(loginOf(request));
    throw error;
  }
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const secret = oidcSecretOf(request);
  if (!secret) throw redirect(loginOf(request));
  await requireRequest(visitor(request));
  const form = await readForm(request, "visitor");
  const isCode = form.get("intent") === "code";
  const locale = localeOfRequest(request);
  const submission = isCode
    ? parseForm(form, CodeForm, locale)
    : parseForm(form, SignUpForm, locale);
  if (submission.status !== "success") return answerWith(submission.reply(), 400);
  const actor = visitor(request);
  try {
    const input = { ...submission.value, secret };
    const answer =
      "otp" in input ? await answerOidcCode(actor, input) : await completeOidcSignUp(actor, input);
    return moveOn(request, answer) as never;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A field that the form does not have says what it has to say above it.
    const { message, fields = {} } = renderError(locale, error);
    const { otp, name, referral_code } = fields;
    const own = { otp, name, referral_code };
    const isOwn = Object.values(own).some((messages) => messages !== undefined);
    const said = isOwn
      ? { fieldErrors: own as Record<string, string[]> }
      : { formErrors: [message] };
    return answerWith(submission.reply(said), error.status);
  }
}

const answerWith = (result: SubmissionResult, status: number) => data({ result }, status);

export default function OidcContinuePage() {
  const wait = useLoaderData<typeof loader>();
  return wait.step === "code" ? <Code /> : <NewAccount {...wait} />;
}

function Code() {
  const t = useText("auth");
  const [form, fields] = useForm<v.InferInput<typeof CodeForm>>({
    lastResult: useActionData<typeof action>()?.result ?? null,
    onValidate: useValidation(CodeForm),
    shouldRevalidate: "onInput",
  });
  return (
    <AuthForm
      title={t("codeTitle")}
      sentence={t("codeText")}
      intent="code"
      form={form}
      submitLabel={t("logIn")}
    >
      <TextField
        field={fields.otp}
        label={t("code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
    </AuthForm>
  );
}

type NewAccountProps = { email: string; name: string; issuer_name: string };

function NewAccount({ email, name, issuer_name }: NewAccountProps) {
  const t = useText("auth");
  const oidc = useText("oidc");
  const [form, fields] = useForm<v.InferInput<typeof SignUpForm>>({
    defaultValue: { name },
    lastResult: useActionData<typeof action>()?.result ?? null,
    onValidate: useValidation(SignUpForm),
    shouldRevalidate: "onInput",
  });
  return (
    <AuthForm
      title={oidc("signUpTitle")}
      sentence={oidc("signUpText", { email, name: issuer_name })}
      intent="sign-up"
      form={form}
      submitLabel={t("signUp")}
      footer={t.rich("haveAccount", {
        link: (copy) => (
          <Anchor component={Link} to="/login" underline="always" inherit>
            {copy}
          </Anchor>
        ),
      })}
    >
      <NewAccountFields fields={fields} />
    </AuthForm>
  );
}
