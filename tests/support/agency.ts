import { assignToClient } from "../../packages/core/src/accounts/client/assign-to-client.ts";
import { createClient } from "../../packages/core/src/accounts/client/client.ts";
import {
  authenticateToken,
  issueSession,
} from "../../packages/core/src/accounts/session/session.ts";
import { createTag } from "../../packages/core/src/accounts/tag/tag.ts";
import type { Actor } from "../../packages/core/src/actor.ts";
import { createCampaign } from "../../packages/core/src/campaigns/campaign/campaign.ts";
import { saveSequence } from "../../packages/core/src/campaigns/sequence/sequence.ts";
import { createReminder } from "../../packages/core/src/inbox/reminder/reminder.ts";
import { createTask } from "../../packages/core/src/inbox/task/task.ts";
import { changeThread, threadFor } from "../../packages/core/src/inbox/thread/thread-store.ts";
import { permissionsOf } from "../../packages/core/src/kernel/access/access-table.ts";
import { rightsOf } from "../../packages/core/src/kernel/access/rights.ts";
import { scopeOfRole } from "../../packages/core/src/kernel/access/scope.ts";
import { listCampaignLeads } from "../../packages/core/src/leads/lead/campaign-lead-list.ts";
import { listLeads } from "../../packages/core/src/leads/lead/lead-list.ts";
import { addLeads } from "../../packages/core/src/leads/lead-import/add-leads.ts";
import { createNote } from "../../packages/core/src/leads/note/note.ts";
import { testUser } from "./user.ts";

export const OWNERS = ["agency", "full", "reader", "limited"] as const;
export type OwnerName = (typeof OWNERS)[number];
export const ATTACKERS = ["full", "reader", "limited"] as const;
export const DOMAIN = "target-works.example";
export const SHARED = `ceo@${DOMAIN}`;
export const DUE = "2100-01-01T09:00:00.000Z";

/** A word that is in everything of one owner and in nothing else. */
export const canaryOf = (name: OwnerName) => `qz${name}canary`;
export const emailOf = (name: OwnerName) => `only-${name}@${DOMAIN}`;

export type Side = {
  name: OwnerName;
  actor: Actor;
  campaignId: number;
  otherCampaignId: number;
  leadId: number;
  threadId: number;
  taskId: number;
  noteId: number;
  reminderId: number;
};
export type Agency = {
  agency: Actor;
  sharedId: number;
  tagId: number;
  sides: Record<OwnerName, Side>;
};

export const detailsOf = (name: OwnerName) => ({
  first_name: `${canaryOf(name)}first`,
  company_name: `${canaryOf(name)} Works`,
  location: `${canaryOf(name)} Town`,
  custom_fields: { [`${name}_note`]: `${canaryOf(name)} secret` },
});

async function newClient(agency: Actor, permissions: "full_access" | "none"): Promise<Actor> {
  const email = `${crypto.randomUUID()}@client.example`;
  const { id } = await createClient(agency, { name: "Client", email, permissions });
  const clientPermissions = permissions === "none" ? [] : [permissions];
  return {
    ...agency,
    kind: "client",
    userId: id,
    ...rightsOf({ kind: "client", userId: id, clientPermissions }),
  };
}

/** The agency wrote to the person first, then each of the others; everyone has a person of their own besides. */
export async function makeAgency(): Promise<Agency> {
  const owner = await testUser("owner", "glacier-2026");
  const origin = { ip: "192.0.2.1", userAgent: "test" };
  const agency = await authenticateToken((await issueSession(owner, origin)).token);
  const userId = agency.userId + 500_000;
  const role = "LIMITED_FULL_MEMBER_ACCESS";
  const limited: Actor = {
    ...agency,
    kind: "member",
    userId,
    permissions: permissionsOf(role),
    scope: scopeOfRole(role, userId),
  };
  const actors = {
    agency,
    full: await newClient(agency, "full_access"),
    reader: await newClient(agency, "none"),
    limited,
  };
  const sides = {} as Record<OwnerName, Side>;
  for (const name of OWNERS) sides[name] = await makeSide(name, actors[name], agency);
  const [shared] = (await listLeads(agency, { email: SHARED })).items;
  const tagId = (await createTag(agency, { name: "Hot" })).id;
  return { agency, sharedId: shared?.id ?? 0, tagId, sides };
}

async function makeSide(name: OwnerName, actor: Actor, agency: Actor): Promise<Side> {
  const canary = canaryOf(name);
  const maker = name === "limited" ? actor : agency;
  const { id: campaignId } = await createCampaign(maker, { name: canary });
  const { id: otherCampaignId } = await createCampaign(maker, { name: `${canary} two` });
  const campaign_ids = [campaignId, otherCampaignId];
  if (actor.kind === "client")
    await assignToClient(agency, { client_id: actor.userId, campaign_ids });
  const adder = actor.permissions.has("leads:write") ? actor : agency;
  const { results } = await addLeads(adder, {
    campaign_id: campaignId,
    leads: [SHARED, emailOf(name)].map((email) => ({ email, ...detailsOf(name) })),
  });
  const steps = [
    {
      seq_number: 1,
      seq_delay_details: { delayInDays: 0 },
      variants: [{ letter: "A" as const, subject: canary, body: `<p>${canary}</p>`, share: 100 }],
    },
  ];
  await saveSequence(agency, { campaign_id: campaignId, steps });
  const [sharedId = 0, leadId = 0] = results.map(({ lead_id }) => lead_id);
  const thread = await threadFor(
    agency.accountId,
    `lead:${campaignId}:${sharedId}`,
    () => ({
      mailboxId: 1,
      mailboxEmail: `${canary}@sender.example`,
      email: SHARED,
      name: canary,
      subject: canary,
      campaignId,
      leadId: sharedId,
    }),
    "2026-03-02T09:00:00.000Z",
  );
  await changeThread(thread, () => ({ state: "inbox", isUnread: true }));
  const recipient = actor.permissions.has("inbox:reply") ? actor : agency;
  const about = { lead_id: sharedId, due_at: DUE };
  const { threadId } = thread;
  return {
    name,
    actor,
    campaignId,
    otherCampaignId,
    leadId,
    threadId,
    taskId: (await createTask(recipient, { ...about, title: canary, campaign_id: campaignId })).id,
    noteId: (await createNote(recipient, { lead_id: sharedId, text: canary })).id,
    reminderId: (await createReminder(recipient, { ...about, note: canary, thread_id: threadId }))
      .id,
  };
}

/** The canaries of others in a text. */
export const leaked = (name: OwnerName, text: string) =>
  OWNERS.filter((other) => other !== name && text.toLowerCase().includes(canaryOf(other)));

/** What everyone else has, as the agency sees it in each campaign. */
export async function stateOf({ agency, sides }: Agency, except: OwnerName) {
  const others = OWNERS.filter((name) => name !== except);
  return Promise.all(
    others.map(async (name) => {
      const { items } = await listCampaignLeads(agency, { campaign_id: sides[name].campaignId });
      return items.map(({ status, stop_reason, lead }) => ({
        name,
        status,
        stop_reason,
        email: lead?.email,
        first_name: lead?.first_name,
        company_name: lead?.company_name,
        location: lead?.location,
        custom_fields: lead?.custom_fields,
      }));
    }),
  );
}
