import { redirect } from "@remix-run/node";
import type { OidcAnswer } from "@thaw/core/oidc/oidc.schema";
import { startSession } from "../session.server.ts";
import { oidcCookie } from "./oidc-cookie.server.ts";

/** Where an answer leads: inside, to the next step, or back to where somebody linked. */
export function moveOn(request: Request, answer: OidcAnswer): Response {
  if (answer.step === "code" || answer.step === "sign_up") {
    const headers = { "Set-Cookie": oidcCookie(request, answer.secret) };
    return redirect("/oidc/continue", { headers });
  }
  const response = arrive(request, answer);
  response.headers.append("Set-Cookie", oidcCookie(request));
  return response;
}

function arrive(
  request: Request,
  answer: Exclude<OidcAnswer, { step: "code" | "sign_up" }>,
): Response {
  if (answer.step === "signed_in") return startSession(request, answer.token, answer.next);
  return redirect(answer.step === "linked" ? "/app/settings/security" : "/verify-account");
}
