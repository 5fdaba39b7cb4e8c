import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  confirmBlockListDeletion,
  getBlockListDeletion,
} from "@thaw/core/leads/lead-deletion/csv-deletion";
import { ConfirmDeletion } from "../../features/csv-deletion/confirm-deletion.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("csv-deletion", "title.block_list");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const delete_identifier = params.deleteIdentifier ?? "";
  const counts = await getBlockListDeletion(actor, { delete_identifier });
  // Clients have no settings.
  const back =
    actor.scope.kind === "client" ? "/app/domain-block-list" : "/app/settings/global-block-list";
  return { counts, back };
}

/** The link is used up after it: what it did is shown, and not asked for again. */
export const shouldRevalidate = () => false;

export { clientAction } from "../../offline-action.ts";

export function action({ request, params }: ActionFunctionArgs) {
  const fields = { delete_identifier: params.deleteIdentifier ?? "" };
  return submit(request, { confirm: confirmBlockListDeletion }, { fields });
}

export default function ConfirmBlockListDeletionPage() {
  const { counts, back } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  return (
    <ConfirmDeletion
      kind="block_list"
      counts={counts}
      done={actionResult?.ok ? actionResult.data : undefined}
      problem={actionResult && !actionResult.ok ? actionResult.message : undefined}
      back={back}
    />
  );
}
