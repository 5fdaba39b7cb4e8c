import { Alert, Anchor, Stack, Title } from "@mantine/core";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { finishOidc } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { AppError } from "@thaw/core/error";
import { renderError } from "@thaw/text/render";
import { moveOn } from "../../features/oidc/move-on.server.ts";
import { oidcSecretOf } from "../../features/oidc/oidc-cookie.server.ts";
import { localeOfRequest } from "../../locale.server.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { loginOf, optionalActor, visitor } from "../../session.server.ts";

export const meta = titled("oidc", "failedTitle");

/** The browser comes back from an issuer. Whatever keeps someone out is said here. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = (await optionalActor(request)) ?? visitor(request);
  const { issuer_id = "" } = params;
  const query = new URL(request.url).search;
  // Without the secret, as with a wrong one: it is too late, or another browser.
  const secret = oidcSecretOf(request) ?? "0".repeat(43);
  try {
    const answer = await finishOidc(actor, { issuer_id, secret, query });
    return moveOn(request, answer) as never;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "not_found") throw error;
    const rendered = renderError(localeOfRequest(request), error);
    const message = Object.values(rendered.fields ?? {})[0]?.[0] ?? rendered.message;
    return data({ message, login: loginOf(request) }, error.status);
  }
}

export default function OidcRefusal() {
  const t = useText("oidc");
  const { message, login } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Title order={1} size="h2">
        {t("failedTitle")}
      </Title>
      <Alert color="red" variant="light">
        {message}
      </Alert>
      <Anchor component={Link} to={login} underline="always">
        {t("backToLogin")}
      </Anchor>
    </Stack>
  );
}
