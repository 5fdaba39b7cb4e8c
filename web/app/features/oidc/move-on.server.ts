import { redirect } from "@remix-run/node";
import type { OidcAnswer } from "@thaw/core/accounts/oidc/oidc.schema";
import { signUpCookie, startSession } from "../../session.server.ts";
import { oidcCookie } from "./oidc-cookie.server.ts";

/** Where an answer leads: inside, to the next step, or back to where someone linked. */
export async function moveOn(request: Request, answer: OidcAnswer): Promise<Response> {
  if (answer.step === "code" || answer.step === "sign_up") {
    const headers = { "Set-Cookie": oidcCookie(request, answer.secret) };
    return redirect("/oidc/continue", { headers });
  }
  const response = await arrive(request, answer);
  response.headers.append("Set-Cookie", oidcCookie(request));
  return response;
}

async function arrive(
  request: Request,
  answer: Exclude<OidcAnswer, { step: "code" | "sign_up" }>,
): Promise<Response> {
  if (answer.step === "signed_in") return startSession(request, answer.token, answer.next);
  if (answer.step === "linked") return redirect("/app/settings/security");
  const headers = { "Set-Cookie": signUpCookie(request, answer.sign_up_proof) };
  return redirect("/verify-account", { headers });
}
