import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { companyOf } from "../../accounts/user/company-domain.schema.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { findMessage } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { changeLeads } from "./change-leads.ts";
import { previewCompany, stopCompany } from "./company.ts";
import { updateLead } from "./lead.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const PEOPLE = ["a@acme.example", "B@Acme.example", "c@acme.example.net", "d@sub.acme.example"];

const statusOf = async ({ actor, campaignId, leadIds }: World) => {
  const enrolments = await Promise.all(
    leadIds.map((leadId) => findCampaignLead({ accountId: actor.accountId, campaignId, leadId })),
  );
  return enrolments.map((enrolment) =>
    [enrolment?.status, enrolment?.stopReason].filter(Boolean).join(" "),
  );
};

const people = (smtpPort: number, settings = {}) =>
  makeWorld({
    smtpPort,
    leads: PEOPLE.length,
    leadEmail: (index) => PEOPLE[index] ?? "",
    mailboxes: 4,
    settings,
  });

test("stopping everyone at a domain stops those with an address at it and nobody else; it says how many before, and can be taken back", async () => {
  const world = await people(1);
  const { actor, campaignId } = world;
  const domain = " ACME.example";
  expect(await previewCompany(actor, { domain })).toEqual({
    domain: "acme.example",
    leads: 2,
    open: 2,
    is_cut: false,
  });
  const { stopped } = await stopCompany(actor, { domain });
  expect(stopped.map(({ lead_id }) => lead_id)).toEqual(world.leadIds.slice(0, 2));
  expect(await statusOf(world)).toEqual(["STOPPED manual", "STOPPED manual", "STARTED", "STARTED"]);
  expect(await previewCompany(actor, { domain })).toMatchObject({ leads: 2, open: 0 });
  expect((await stopCompany(actor, { domain })).stopped).toEqual([]);
  const lead_ids = stopped.map(({ lead_id }) => lead_id);
  await changeLeads(actor, { change: "resume", lead_ids, campaign_id: campaignId });
  expect((await statusOf(world)).map((status) => status.split(" ")[0])).toEqual(
    Array.from({ length: 4 }, () => "STARTED"),
  );
  expect(await previewCompany(testActor(), { domain })).toMatchObject({ leads: 0 });
});

test("at a domain with more than a thousand leads each call stops the next of them, until everyone is stopped", async () => {
  const { actor, campaignId, leadIds } = await makeWorld({
    smtpPort: 1,
    leads: 1_003,
    leadEmail: (index) => `p${index}@acme.example`,
  });
  const domain = "acme.example";
  expect(await previewCompany(actor, { domain })).toMatchObject({ open: 1_000, is_cut: true });
  const first = await stopCompany(actor, { domain });
  expect(first.stopped).toHaveLength(1_000);
  const rest = await stopCompany(actor, { domain, cursor: first.cursor });
  expect(rest).toMatchObject({ cursor: null });
  expect([...first.stopped, ...rest.stopped].map(({ lead_id }) => lead_id)).toEqual(leadIds);
  const [place] = rest.stopped;
  expect(place?.campaign_ids).toEqual([campaignId]);
  await expect(stopCompany(actor, { domain, cursor: "of others" })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a lead with a new address is a colleague of the people at the new domain and no longer of those at the old one", async () => {
  const world = await people(1);
  const [lead_id = 0] = world.leadIds;
  const count = async (domain: string) => (await previewCompany(world.actor, { domain })).leads;
  await updateLead(world.actor, { lead_id, email: "a@else.example" });
  expect([await count("acme.example"), await count("else.example")]).toEqual([1, 1]);
  await updateLead(world.actor, { lead_id, email: "a@gmail.com" });
  expect([await count("acme.example"), await count("else.example")]).toEqual([1, 0]);
});

test("where a provider gives addresses to everyone there are no colleagues", async () => {
  for (const email of ["a@gmail.com", "a@yahoo.co.uk", "a@GMX.de", "a@icloud.com"]) {
    expect(companyOf(email)).toBeUndefined();
  }
  expect(companyOf("a@Mail.acme.example")).toBe("mail.acme.example");
  await expect(stopCompany(testActor(), { domain: "gmail.com" })).rejects.toMatchObject({
    code: "invalid",
  });
});

test.each([true, false])(
  "a reply stops the colleagues in the campaign where that is wished: %s",
  async (stop_company) => {
    await using sink = await startSink();
    const world = await people(sink.port, { stop_company });
    const { accountId } = world.actor;
    const [leadId = 0] = world.leadIds;
    const key = { accountId, campaignId: world.campaignId };
    await runTrigger(key, "Etc/GMT");
    const step = { ...key, leadId, step: 1 };
    await sendBatch([step]);
    const answers = (await findMessage({ accountId, sendId: sendIdOf(step) }))?.messageId ?? "";
    await receive(world, { from: "a@acme.example", answers });
    const [own, colleague, ...others] = await statusOf(world);
    expect(own).toBe("STOPPED reply");
    expect(colleague).toBe(stop_company ? "STOPPED company_reply" : "STARTED");
    expect(others).toEqual(["STARTED", "STARTED"]);
  },
);
