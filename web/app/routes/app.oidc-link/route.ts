import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { AppError } from "@thaw/core/error";
import { beginOidcLink } from "@thaw/core/oidc/identity";
import { oidcCookie } from "../../oidc/oidc-cookie.server.ts";
import { refuseForeignForm, requireActor } from "../../session.server.ts";

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
};

/** Sends the browser to an issuer to link whom it knows with whoever is signed in. */
export async function action({ request }: ActionFunctionArgs) {
  refuseForeignForm(request);
  const actor = await requireActor(request);
  const form = await request.formData();
  const [issuer_id = "", password] = [textOf(form, "issuer_id"), textOf(form, "password")];
  try {
    const input = { issuer_id, ...(password ? { password } : {}) };
    const { url, secret } = await beginOidcLink(actor, input);
    return redirect(url, { headers: { "Set-Cookie": oidcCookie(request, secret) } }) as never;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, fields, status } = error;
    return data({ message, password: fields?.password?.[0] ?? null }, status);
  }
}
