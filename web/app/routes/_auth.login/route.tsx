import { type SubmissionResult, useForm } from "@conform-to/react";
import { Anchor, Button, Stack } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Login } from "@thaw/core/accounts/account/account.schema";
import { login, regenerateCode } from "@thaw/core/accounts/login/login";
import { newSignUpProof } from "@thaw/core/accounts/login/sign-up-proof";
import { listOidcIssuers } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { finishPasskeySignIn } from "@thaw/core/accounts/passkey/passkey-sign-in";
import { isPasskeyHost } from "@thaw/core/accounts/passkey/passkey-site";
import { originOf } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import { isDemoWorld } from "@thaw/core/workspace/demo/demo";
import { issueText } from "@thaw/text/issue-text";
import { renderError } from "@thaw/text/render";
import type { ReactNode } from "react";
import * as v from "valibot";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { AuthForm } from "../../features/auth/auth-form.tsx";
import { CodeStep } from "../../features/auth/code-step.tsx";
import { ResendForm } from "../../features/auth/resend-form.tsx";
import { DemoEntry } from "../../features/demo/demo-entry.tsx";
import { IssuerButtons } from "../../features/oidc/issuer-buttons.tsx";
import { PasskeyEntry } from "../../features/passkey/passkey-entry.tsx";
import { localeOfRequest } from "../../locale.server.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { type Form, parseForm, readForm } from "../../read-form.server.ts";
import { redirectSignedIn, signUpCookie, startSession, visitor } from "../../session.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("auth", "loginTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  const { host } = originOf(visitor(request));
  const { items: issuers } = await listOidcIssuers(visitor(request), {});
  return {
    issuers,
    isDemo: isDemoWorld(),
    hasPasskeys: isPasskeyHost(host),
    next: new URL(request.url).searchParams.get("next"),
  };
}

/** `code` asks for the mailed code; `verify` is for an address that waits to be verified. */
type Step = "password" | "code" | "verify";
type More = {
  email?: string;
  hasNewCode?: boolean;
  status?: number;
  headers?: Record<string, string>;
};

function answerWith(result: SubmissionResult, step: Step, more: More = {}) {
  const { email = "", hasNewCode = false, status = 200, headers = {} } = more;
  return data({ result, step, email, hasNewCode }, { status, headers });
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  await requireRequest(visitor(request));
  const form = await readForm(request, "visitor");
  if (form.get("intent") === "passkey") return enterByPasskey(request, form);
  const submission = parseForm(form, Login, localeOfRequest(request));
  // The password stays out of the answer.
  const hideFields = ["password"];
  const step: Step = form.has("otp") ? "code" : "password";
  if (submission.status !== "success") {
    return answerWith(submission.reply({ hideFields }), step, { status: 400 });
  }
  const { email, password } = submission.value;
  const accepted = submission.reply({ hideFields });
  try {
    if (form.get("intent") === "new-code") {
      await regenerateCode(visitor(request), { email, password });
      return answerWith(accepted, step, { hasNewCode: true });
    }
    const done = await login(visitor(request), submission.value);
    if ("token" in done) {
      return startSession(request, done.token, new URL(request.url).searchParams.get("next"));
    }
    if (done.requiresOTP) return answerWith(accepted, "code", { email });
    const proof = await newSignUpProof({ userId: done.user.id });
    const headers = { "Set-Cookie": signUpCookie(request, proof) };
    return answerWith(accepted, "verify", { email, headers });
  } catch (error) {
    // Whatever keeps someone out is said at the form: wrong credentials, a lock, a deactivated member.
    if (!(error instanceof AppError)) throw error;
    const { message, fields } = renderError(localeOfRequest(request), error);
    const said = fields ? { fieldErrors: fields } : { formErrors: [message] };
    const { status } = error;
    return answerWith(submission.reply({ hideFields, ...said }), step, { status });
  }
}

/** What the browser signed, as JSON in the field `credential`. */
const SignedByPasskey = v.object({
  credential: v.pipe(
    v.string(),
    v.maxLength(50_000),
    v.parseJson(undefined, issueText("passkeyUnreadable")),
    finishPasskeySignIn.input.entries.credential,
  ),
});

async function enterByPasskey(request: Request, form: Form) {
  const submission = parseForm(form, SignedByPasskey, localeOfRequest(request));
  const hideFields = ["credential"];
  if (submission.status !== "success") {
    return answerWith(submission.reply({ hideFields }), "password", { status: 400 });
  }
  try {
    const done = await finishPasskeySignIn(visitor(request), submission.value);
    if ("token" in done) {
      return startSession(request, done.token, new URL(request.url).searchParams.get("next"));
    }
    return redirect("/verify-account");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status } = error;
    const { message } = renderError(localeOfRequest(request), error);
    return answerWith(submission.reply({ hideFields, formErrors: [message] }), "password", {
      status,
    });
  }
}

export default function LoginPage() {
  const t = useText("auth");
  const answer = useActionData<typeof action>();
  const { isDemo, next } = useLoaderData<typeof loader>();
  const [form, fields] = useForm({
    lastResult: answer?.result ?? null,
    onValidate: useValidation(Login),
    shouldRevalidate: "onInput",
  });
  if (answer?.step === "verify") {
    const { email } = answer;
    return (
      <ResendForm title={t("verifyTitle")} sentence={t("notVerified", { email })} email={email} />
    );
  }
  const isCode = answer?.step === "code";
  const copy = isCode
    ? { title: t("codeTitle"), sentence: t("codeText"), footer: <CodeWays next={next} /> }
    : { title: t("loginTitle"), footer: <OtherWays /> };
  return (
    <>
      {isDemo && !isCode ? <DemoEntry next={next} /> : null}
      <AuthForm {...copy} intent="login" form={form} submitLabel={t("logIn")}>
        <CodeStep isCode={isCode} field={fields.otp} hasNewCode={answer?.hasNewCode ?? false}>
          <TextField field={fields.email} type="email" label={t("email")} autoComplete="username" />
          <PasswordField
            field={fields.password}
            label={t("password")}
            autoComplete="current-password"
          />
        </CodeStep>
      </AuthForm>
      {isCode ? null : <WaysBesidesPasswords />}
    </>
  );
}

function WaysBesidesPasswords() {
  const { hasPasskeys, issuers, next } = useLoaderData<typeof loader>();
  return (
    <>
      {hasPasskeys ? <PasskeyEntry /> : null}
      <IssuerButtons issuers={issuers} next={next} />
    </>
  );
}

/** Come after the button that logs in, which Enter presses. */
function CodeWays({ next }: { next: string | null }) {
  const t = useText("auth");
  const login = next === null ? "/login" : `/login?next=${encodeURIComponent(next)}`;
  return (
    <Stack component="span" gap="xs">
      <Button type="submit" name="intent" value="new-code" variant="subtle" fullWidth>
        {t("newCode")}
      </Button>
      <Anchor component={Link} to={login} underline="always" inherit>
        {t("backToLogin")}
      </Anchor>
    </Stack>
  );
}

function OtherWays() {
  const t = useText("auth");
  const linkTo = (to: string, copy: ReactNode) => (
    <Anchor component={Link} to={to} underline="always" inherit>
      {copy}
    </Anchor>
  );
  return (
    <Stack component="span" gap={4}>
      {linkTo("/forgot-password", t("forgotLink"))}
      {linkTo("/email-magic-link", t("magicLink"))}
      <span>{t.rich("noAccount", { link: (copy) => linkTo("/sign-up", copy) })}</span>
    </Stack>
  );
}
