import type { LoaderFunctionArgs } from "@remix-run/node";
import { listTestSenders } from "@thaw/core/engine/preview/send-test-mail";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

/** The mailboxes that a campaign could send from now, for a field that chooses one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const asked = new URL(request.url).searchParams.get("campaign") ?? undefined;
  const campaign_id = idInPath(asked, "campaign");
  return { senders: await listTestSenders(actor, { campaign_id }) };
}
