import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestMagicLink, useMagicLink } from "@thaw/core/accounts/login/mailed-link";
import { RequestLinkForm } from "../../features/auth/request-link-form.tsx";
import { SelfPostingForm } from "../../features/auth/self-posting-form.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { redirectSignedIn, startSession, visitor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("auth", "magicTitle");

/** Opening the link changes nothing: the page posts it. */
export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  return { token: new URL(request.url).searchParams.get("token") };
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const actionResult = await submit(
    request,
    { request: requestMagicLink, enter: useMagicLink },
    { actor: visitor(request) },
  );
  const answer = actionResult.data;
  if (!answer.ok || answer.intent === "request") return actionResult;
  throw await startSession(request, answer.data.token, null);
}

export default function MagicLinkPage() {
  const t = useText("auth");
  const { token } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  if (token && !actionResult) {
    return (
      <SelfPostingForm
        title={t("magicTitle")}
        sentence={t("verifyText")}
        label={t("logIn")}
        intent="enter"
        secret={{ name: "token", value: token }}
      />
    );
  }
  const isStale = actionResult?.intent === "enter";
  return (
    <RequestLinkForm
      title={t(isStale ? "expiredTitle" : "magicTitle")}
      sentence={t(isStale ? "magicExpired" : "magicText")}
      actionResult={actionResult}
    />
  );
}
