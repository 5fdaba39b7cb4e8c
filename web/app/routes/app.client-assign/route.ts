import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { assignToClient } from "@thaw/core/accounts/client/assign-to-client";
import { submit } from "../../submit.server.ts";

export function loader() {
  return redirect("/");
}

/** What the bars above campaigns and mailboxes send. */
export function action({ request }: ActionFunctionArgs) {
  return submit(request, { assign: assignToClient });
}
