import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { beginOidcLink } from "@thaw/core/accounts/oidc/identity";
import { localeOfActor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import { renderError } from "@thaw/text/render";
import { oidcCookie } from "../../features/oidc/oidc-cookie.server.ts";
import { readForm } from "../../read-form.server.ts";
import { requireActor } from "../../session.server.ts";

/** Sends the browser to an issuer to link whom it knows with the signed-in user. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  await requireRequest(actor);
  const form = await readForm(request, "user");
  const [issuer_id, password] = [form.get("issuer_id") ?? "", form.get("password")];
  try {
    const input = { issuer_id, ...(password ? { password } : {}) };
    const { url, secret } = await beginOidcLink(actor, input);
    return redirect(url, { headers: { "Set-Cookie": oidcCookie(request, secret) } }) as never;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, fields } = renderError(localeOfActor(actor), error);
    return data({ message, password: fields?.password?.[0] ?? null }, error.status);
  }
}
