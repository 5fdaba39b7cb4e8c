import * as v from "valibot";
import { giveCampaign } from "../../campaigns/campaign/assign-campaign.ts";
import { requireEntitlement } from "../../kernel/access/account-status.ts";
import { operation } from "../../operation.ts";
import { giveMailbox } from "../../senders/mailbox/assign-mailbox.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { requireClientUser } from "../user/client-user.ts";
import { AssignToClient } from "./client.schema.ts";

/** Gives campaigns, with their leads, and mailboxes to one client, or takes them from whichever has them. */
export const assignToClient = operation({
  permission: "clients:write",
  input: AssignToClient,
  output: v.object({ campaigns: v.number(), mailboxes: v.number() }),
  async run(actor, { client_id, campaign_ids, mailbox_ids }) {
    requireEntitlement(actor, "client_view");
    const { accountId } = actor;
    const client = client_id === "none" ? undefined : await requireClientUser(accountId, client_id);
    const clientId = client?.userId;
    const act = (detail: string) =>
      recordAct(actor, {
        action: client ? "client_given" : "client_taken",
        target: client?.email ?? "",
        detail,
      });
    const campaigns = new Set(campaign_ids);
    const mailboxes = new Set(mailbox_ids);
    for (const campaignId of campaigns)
      await giveCampaign({ accountId, campaignId, clientId }, act);
    for (const mailboxId of mailboxes) await giveMailbox({ accountId, mailboxId, clientId }, act);
    return { campaigns: campaigns.size, mailboxes: mailboxes.size };
  },
});
