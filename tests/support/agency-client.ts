import { assignToClient } from "../../packages/core/src/accounts/client/assign-to-client.ts";
import { createClient } from "../../packages/core/src/accounts/client/client.ts";
import type { Actor } from "../../packages/core/src/actor.ts";
import { rightsOf } from "../../packages/core/src/kernel/access/rights.ts";
import { makeWorld, type World } from "./world.ts";

export const newClientAddress = () => `${crypto.randomUUID()}@client.example`;
/** What a client is made of. */
export const details = (change: object = {}) => ({
  name: "Bolt",
  email: newClientAddress(),
  permissions: "none" as const,
  ...change,
});

/** A world with one client of the agency whose it is. */
export async function withClient(change: object = {}) {
  const world = await makeWorld({ smtpPort: 1, leads: 2, start: false });
  const owner = world.actor;
  return { world, owner, client: await clientOf(owner, change) };
}

/** A client as the API would know it, once it has come in. */
export async function clientOf({ accountId, ...owner }: Actor, change: object): Promise<Actor> {
  const made = await createClient({ accountId, ...owner }, details(change));
  const { id: userId, permissions, restricted_category_ids } = made;
  const rights = { clientPermissions: permissions, hiddenCategoryIds: restricted_category_ids };
  return { kind: "client", accountId, userId, ...rightsOf({ kind: "client", userId, ...rights }) };
}

/** Assigns what a world has. */
export const give = (owner: Actor, { campaignId, mailboxIds }: World, client_id: number | "none") =>
  assignToClient(owner, { client_id, campaign_ids: [campaignId], mailbox_ids: mailboxIds });
