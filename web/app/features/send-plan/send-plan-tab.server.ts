import type { LoaderFunctionArgs } from "@remix-run/node";
import { getSendPlan } from "@thaw/core/engine/forecast/forecast";
import { explainCampaign } from "@thaw/core/workspace/diagnostics/explain-campaign";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign_id = idInPath(params.id, "campaign");
  const mailbox = new URL(request.url).searchParams.get("mailbox");
  const only = mailbox === null ? {} : { mailbox_id: idInPath(mailbox, "mailbox") };
  const [plan, diagnostics] = await Promise.all([
    getSendPlan(actor, { campaign_id, ...only }),
    explainCampaign(actor, { campaign_id }),
  ]);
  return { plan, diagnostics, isOfMailbox: mailbox !== null };
}
