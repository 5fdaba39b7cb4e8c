import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { viewAsClient } from "@thaw/core/accounts/client/view-as-client";
import { readForm } from "../../read-form.server.ts";
import { optionalActor, viewClient } from "../../session.server.ts";

/** A link must not change as whom someone looks. */
export function loader() {
  return redirect("/");
}

/** Begins to look at the screens as a client does, or ends it where no client is named. */
export async function action({ request }: ActionFunctionArgs) {
  const asked = (await readForm(request, "visitor")).get("client_id");
  const actor = await optionalActor(request);
  if (!actor || asked === null) return viewClient(request, undefined, "/app/client-views");
  const { client } = await viewAsClient(actor, Number(asked));
  return viewClient(request, client.id, "/app/email-campaign/all");
}
