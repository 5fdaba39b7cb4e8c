import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { logout } from "@thaw/core/accounts/login/login";
import { endSession, optionalActor } from "../../session.server.ts";

/** A link must not sign anyone out. */
export function loader() {
  return redirect("/");
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await optionalActor(request);
  if (actor) await logout(actor, {});
  return endSession(request);
}
