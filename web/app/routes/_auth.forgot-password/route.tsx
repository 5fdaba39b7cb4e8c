import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { forgotPassword } from "@thaw/core/accounts/login/mailed-link";
import { RequestLinkForm } from "../../features/auth/request-link-form.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { loginOf, redirectSignedIn, visitor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("auth", "forgotTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  return { loginTo: loginOf(request) };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { request: forgotPassword }, { actor: visitor(request) });
}

export default function ForgotPasswordPage() {
  const t = useText("auth");
  return (
    <RequestLinkForm
      title={t("forgotTitle")}
      sentence={t("forgotText")}
      actionResult={useActionData<typeof action>()}
      loginTo={useLoaderData<typeof loader>().loginTo}
    />
  );
}
