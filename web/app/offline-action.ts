import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { textOf } from "./messages/text.tsx";

/** No server has said so, and it keeps the router from reading everything anew over the same broken line. */
const UNANSWERED = { status: 503 };

/**
 * A route's action as the browser calls it: `export { clientAction } from "…/offline-action.ts"`. Without an answer, or with a
 * session that has ended, the screen and what was typed into it stay; the form says why.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    // The dialog about the session stands above the screen.
    // Whole responses: Remix overwrites the status of anything else.
    if (isRouteErrorResponse(error) && error.status === 401) return Response.json(null, UNANSWERED);
    if (isRouteErrorResponse(error)) throw error;
    const locale = document.documentElement.lang || DEFAULT_LOCALE;
    const message = textOf(locale, "shell")("apiFallback");
    const result = { status: "error" as const, error: { "": [message] } };
    const intent = form.get("intent");
    return Response.json({ ok: false, intent, message, status: 0, result }, UNANSWERED);
  }
}
