import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmLeadDeletion, getLeadDeletion } from "@thaw/core/leads/lead-deletion/csv-deletion";
import { ConfirmDeletion } from "../../features/csv-deletion/confirm-deletion.tsx";
import { titled } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("csv-deletion", "title.campaign_leads");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign_id = idInPath(params.id, "campaign");
  const delete_identifier = params.deleteIdentifier ?? "";
  return {
    campaignId: campaign_id,
    counts: await getLeadDeletion(actor, { campaign_id, delete_identifier }),
  };
}

/** The link is used up after it: what it did is shown, and not asked for again. */
export const shouldRevalidate = () => false;

export { clientAction } from "../../offline-action.ts";

export function action({ request, params }: ActionFunctionArgs) {
  const fields = {
    campaign_id: idInPath(params.id, "campaign"),
    delete_identifier: params.deleteIdentifier ?? "",
  };
  return submit(request, { confirm: confirmLeadDeletion }, { fields });
}

export default function ConfirmLeadDeletionPage() {
  const { campaignId, counts } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  return (
    <ConfirmDeletion
      kind="campaign_leads"
      counts={counts}
      done={actionResult?.ok ? actionResult.data : undefined}
      problem={actionResult && !actionResult.ok ? actionResult.message : undefined}
      back={`/app/email-campaign/${campaignId}/lead-list`}
    />
  );
}
