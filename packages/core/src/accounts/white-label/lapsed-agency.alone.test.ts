import { afterAll, beforeAll, expect, test } from "vitest";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { uploadCsv } from "../../../../../tests/support/upload.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { type Actor, NOBODY, systemActor } from "../../actor.ts";
import { getCampaign } from "../../campaigns/campaign/campaign.ts";
import { startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { endDueAccess } from "../../erasure/lapsed-account/end-access.ts";
import { redirectOf } from "../../kernel/access/route-guard.ts";
import { listLeads } from "../../leads/lead/lead-list.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { createLeadImport, startLeadUpload } from "../../leads/lead-import/lead-import.ts";
import { connectMailbox } from "../../senders/mailbox/mailbox-connect.ts";
import { assignToClient } from "../client/assign-to-client.ts";
import { createClient } from "../client/client.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { setPlan } from "../subscription-plan/set-plan.ts";
import { acceptInvitation } from "../team/invitation.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };
const PASSWORD = "glacier-2026";
const PAGES = ["/app/email-campaign/all", "/app/leads/all", "/app/master-inbox", "/app/tasks"];
const EMAIL = [{ column: 0, to: "field" as const, field: "email" as const }];
const STOPPED = { code: "plan_limit", status: 402 };

let cloud: TestCloud;
let mails: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  cloud = await startCloud();
  mails = await startMailbox();
});
afterAll(async () => {
  await mails.stop();
  await cloud[Symbol.asyncDispose]();
});

/** A client who may do everything with a campaign under way, as a session of it begins now. */
async function agencyWithClient() {
  const owner = await testUser("owner", PASSWORD);
  const agency = await authenticateToken((await issueSession(owner, ORIGIN)).token);
  const { campaignId, mailboxIds } = await makeWorld({ smtpPort: 1, leads: 2, actor: agency });
  const email = `${crypto.randomUUID()}@client.example`;
  const { id: client_id } = await createClient(agency, {
    name: "Bolt",
    email,
    permissions: "full_access",
    is_invited: true,
  });
  const given = { client_id, campaign_ids: [campaignId], mailbox_ids: mailboxIds };
  await assignToClient(agency, given);
  const uuid = await mails.uuidTo(email);
  const { token } = await acceptInvitation(NOBODY, { uuid, name: "Cleo", password: PASSWORD });
  return { agency, campaignId, client: () => authenticateToken(token) };
}

/** Ticks until it is this account's turn: those of other tests are due too. */
async function endAccess(agency: Actor, campaignId: number): Promise<void> {
  const read = () => getCampaign(systemActor(agency.accountId), { campaign_id: campaignId });
  for (let tick = 0; tick < 20 && (await read()).status === "ACTIVE"; tick += 1)
    await endDueAccess();
}

const visitorOf = ({ kind, permissions, accountStatus }: Actor, isProviderHost: boolean) => {
  if (kind === "system" || !accountStatus) throw new Error("This is nobody who opens pages");
  return { kind, permissions, accountStatus, isEmailVerified: true, isProviderHost };
};

test("when an agency's plan has ended its clients open every screen at its host, and send, import and connect nothing [WL-03]", async () => {
  const { agency, campaignId, client } = await agencyWithClient();
  // Uploaded while it still might be.
  const file_key = await uploadCsv(await client(), "email\nlate@lead.example\n");
  const end_date = toIso(now() - DAY_MS - 60_000);
  await setPlan(systemActor(agency.accountId), { plan_type: "BASE", is_sub: false, end_date });
  await endAccess(agency, campaignId);
  const cleo = await client();
  expect(cleo.accountStatus?.isPlanEnded).toBe(true);
  for (const page of PAGES) {
    expect(redirectOf(page, visitorOf(cleo, false)), page).toBeUndefined();
    expect(redirectOf(page, visitorOf(cleo, true)), page).toBeDefined();
  }
  expect(await getCampaign(cleo, { campaign_id: campaignId })).toMatchObject({ status: "PAUSED" });
  expect((await listLeads(cleo, {})).items).toHaveLength(2);

  await expect(startCampaign(cleo, { campaign_id: campaignId })).rejects.toMatchObject(STOPPED);
  const leads = [{ email: "new@lead.example" }];
  await expect(addLeads(cleo, { campaign_id: campaignId, leads })).rejects.toMatchObject(STOPPED);
  await expect(startLeadUpload(cleo, {})).rejects.toMatchObject(STOPPED);
  const byFile = { campaign_id: campaignId, file_key, file_name: "new.csv", mapping: EMAIL };
  await expect(createLeadImport(cleo, byFile)).rejects.toMatchObject(STOPPED);
  const mailbox = { provider: "smtp", email: "cleo@bolt.example" };
  await expect(connectMailbox(cleo, mailbox as never)).rejects.toMatchObject(STOPPED);
  expect((await listLeads(cleo, {})).items).toHaveLength(2);

  await setPlan(systemActor(agency.accountId), { plan_type: "PRO" });
  await startCampaign(await client(), { campaign_id: campaignId });
  expect(await getCampaign(cleo, { campaign_id: campaignId })).toMatchObject({ status: "ACTIVE" });
});
