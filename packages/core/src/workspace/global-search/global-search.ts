import type { Actor, Permission } from "../../actor.ts";
import { listCampaigns } from "../../campaigns/campaign/campaign.ts";
import { listLeads } from "../../leads/lead/lead-list.ts";
import { operation } from "../../operation.ts";
import { listMailboxes } from "../../senders/mailbox/mailbox.ts";
import { FoundEverywhere, SearchEverything } from "./global-search.schema.ts";

/** So many of each kind: more is what the lists are for. */
const SHOWN = 6;

/**
 * Leads, campaigns and mailboxes by words: the first page of each of the lists, by their own operations, so that everyone
 * finds what they may list and nothing else.
 */
export const searchEverything = operation({
  permission: "signed_in",
  input: SearchEverything,
  output: FoundEverywhere,
  async run(actor, { search }) {
    const asked = { search, limit: SHOWN };
    const [leads, campaigns, mailboxes] = await Promise.all([
      ifAllowed(actor, "leads:read", () => listLeads(actor, asked)),
      ifAllowed(actor, "campaigns:read", () => listCampaigns(actor, asked)),
      ifAllowed(actor, "mailboxes:read", () => listMailboxes(actor, asked)),
    ]);
    return {
      leads: leads.map(({ id, email, first_name, last_name, company_name }) => {
        const name = [first_name, last_name].filter(Boolean).join(" ");
        const detail = [name ? email : "", company_name].filter(Boolean).join(" · ");
        return { id, name: name || email, detail };
      }),
      campaigns: campaigns.map(({ id, name, status }) => ({ id, name, detail: status })),
      mailboxes: mailboxes.map(({ id, email, from_name }) => ({
        id,
        name: email,
        detail: from_name,
      })),
    };
  },
});

async function ifAllowed<Item>(
  { permissions }: Actor,
  permission: Permission,
  list: () => Promise<{ items: Item[] }>,
): Promise<Item[]> {
  return permissions.has(permission) ? (await list()).items : [];
}
