import type { LoaderFunctionArgs } from "@remix-run/node";
import { listAssignments } from "@thaw/core/accounts/team/assignment";
import { listCampaigns } from "@thaw/core/campaigns/campaign/campaign";
import { listMailboxes } from "@thaw/core/senders/mailbox/mailbox";
import { requireActor } from "../../session.server.ts";

const SHOWN = 100;

/** What a member has been given, and the newest of what could be. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const member_id = Number(new URL(request.url).searchParams.get("member_id"));
  const [given, campaigns, mailboxes] = await Promise.all([
    listAssignments(actor, { member_id }),
    listCampaigns(actor, { limit: SHOWN }),
    listMailboxes(actor, { limit: SHOWN }),
  ]);
  return {
    given,
    campaigns: campaigns.items.map(({ id, name }) => ({ id, name })),
    mailboxes: mailboxes.items.map(({ id, email }) => ({ id, email })),
  };
}
