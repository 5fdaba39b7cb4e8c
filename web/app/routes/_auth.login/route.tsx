import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { Anchor } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Login } from "@thaw/core/account/account.schema";
import { login } from "@thaw/core/account/login";
import { isDemoWorld } from "@thaw/core/demo/demo";
import { AppError } from "@thaw/core/error";
import { AuthForm } from "../../auth/auth-form.tsx";
import { ResendForm } from "../../auth/resend-form.tsx";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { DemoEntry } from "../../demo/demo-entry.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import {
  redirectSignedIn,
  refuseForeignForm,
  startSession,
  visitor,
} from "../../session.server.ts";

export const meta = titled("auth", "loginTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  return { isDemo: isDemoWorld(), next: new URL(request.url).searchParams.get("next") };
}

export async function action({ request }: ActionFunctionArgs) {
  refuseForeignForm(request);
  const submission = parseWithValibot(await request.formData(), { schema: Login });
  // The password stays out of the answer.
  const hideFields = ["password"];
  const refused = (result: ReturnType<typeof submission.reply>, status: number) =>
    data({ result, unverifiedEmail: undefined }, status);
  if (submission.status !== "success") return refused(submission.reply({ hideFields }), 400);
  try {
    const done = await login(visitor(request), submission.value);
    if (!("token" in done)) {
      return data(
        { result: submission.reply({ hideFields }), unverifiedEmail: submission.value.email },
        200,
      );
    }
    return startSession(request, done.token, new URL(request.url).searchParams.get("next"));
  } catch (error) {
    // Whatever keeps somebody out is said at the form: wrong credentials, a lock, a deactivated member.
    if (!(error instanceof AppError)) throw error;
    return refused(submission.reply({ hideFields, formErrors: [error.message] }), error.status);
  }
}

export default function LoginPage() {
  const t = useText("auth");
  const answer = useActionData<typeof action>();
  const { isDemo, next } = useLoaderData<typeof loader>();
  const [form, fields] = useForm({
    lastResult: answer?.result ?? null,
    onValidate: ({ formData }) => parseWithValibot(formData, { schema: Login }),
    shouldRevalidate: "onInput",
  });
  if (answer?.unverifiedEmail !== undefined) {
    const email = answer.unverifiedEmail;
    return (
      <ResendForm title={t("verifyTitle")} sentence={t("notVerified", { email })} email={email} />
    );
  }
  const footer = t.rich("noAccount", {
    link: (words) => (
      <Anchor component={Link} to="/sign-up" underline="always" inherit>
        {words}
      </Anchor>
    ),
  });
  return (
    <>
      {isDemo ? <DemoEntry next={next} /> : null}
      <AuthForm
        title={t("loginTitle")}
        intent="login"
        form={form}
        submitLabel={t("logIn")}
        footer={footer}
      >
        <TextField field={fields.email} type="email" label={t("email")} autoComplete="username" />
        <PasswordField
          field={fields.password}
          label={t("password")}
          autoComplete="current-password"
        />
      </AuthForm>
    </>
  );
}
