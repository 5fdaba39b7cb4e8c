import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { previewCompany, stopCompany } from "@thaw/core/leads/lead/company";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

/** Whom stopping everyone at a domain would stop. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const domain = new URL(request.url).searchParams.get("domain") ?? "";
  return previewCompany(actor, { domain });
}

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { stop: stopCompany });
}
