import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resendVerification, verifyUser } from "@thaw/core/accounts/login/verification";
import { ResendForm } from "../../features/auth/resend-form.tsx";
import { SelfPostingForm } from "../../features/auth/self-posting-form.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { redirectSignedIn, signUpProofOf, startSession, visitor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("auth", "verifyTitle");

/**
 * Opening the link changes nothing: scanners of mail open links too. The page posts it. The signed-in user verifies another
 * address by one, and has nothing to do here without.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const uuid = new URL(request.url).searchParams.get("uuid");
  if (!uuid) await redirectSignedIn(request);
  return { uuid };
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const proof = signUpProofOf(request);
  const actionResult = await submit(
    request,
    { verify: verifyUser, resend: resendVerification },
    { actor: visitor(request), ...(proof ? { fields: { sign_up_proof: proof } } : {}) },
  );
  const answer = actionResult.data;
  if (!answer.ok || answer.intent === "resend") return actionResult;
  const { set_password_uuid: uuid } = answer.data;
  if (uuid !== null) return redirect(`/reset-password?uuid=${uuid}&verified=true`);
  throw await startSession(request, answer.data.token, null);
}

export default function VerifyAccountPage() {
  const t = useText("auth");
  // Of the form: texts that have not come cannot be waited for in the midst of a click.
  useText("fields");
  const { uuid } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  if (!uuid || actionResult?.ok === false) {
    return <ResendForm title={t("expiredTitle")} sentence={t("expiredText")} />;
  }
  return (
    <SelfPostingForm
      title={t("verifyTitle")}
      sentence={t("verifyText")}
      label={t("verify")}
      intent="verify"
      secret={{ name: "uuid", value: uuid }}
    />
  );
}
