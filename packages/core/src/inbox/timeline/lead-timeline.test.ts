import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { storeMessage } from "../../../../../tests/support/records.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { advance } from "../../campaigns/campaign-lead/advance.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { changeLeads } from "../../leads/lead/change-leads.ts";
import { saveLead } from "../../leads/lead/save-lead.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { getLeadTimeline } from "./lead-timeline.ts";

await cloudOfFile();

async function oneLead() {
  const actor = testActor();
  const { id: campaignId } = await createCampaign(actor, { name: "Spring" });
  const { results } = await addLeads(actor, {
    campaign_id: campaignId,
    leads: [
      { email: "a@x.example", first_name: "Ada", custom_fields: { role: "Chef", size: "12" } },
    ],
  });
  return { actor, campaignId, leadId: results[0]?.lead_id ?? 0 };
}

test("a lead's timeline tells of its mails, what came of them and the last change, newest first", async () => {
  const { actor, campaignId, leadId } = await oneLead();
  const { accountId } = actor;
  const key = { accountId, campaignId, leadId };
  const sentAt = "2099-03-02T09:00:00.000Z";
  const sendId = sendIdOf({ ...key, step: 1 });
  await storeMessage({
    ...key,
    sendId,
    step: 1,
    variant: "B",
    sequenceVersion: 1,
    mailboxId: 1,
    status: "SENT",
    scheduledAt: sentAt,
    subject: "Hello Ada",
    sentAt,
    openedAt: "2099-03-02T10:00:00.000Z",
    bouncedAt: "2099-03-02T11:00:00.000Z",
  });
  await advance(key, { step: 1, sendId, sentAt, mailboxId: 1, version: 1, nextDueAt: sentAt });
  const kinds = async () =>
    (await getLeadTimeline(actor, { lead_id: leadId })).items.map(({ kind }) => kind);
  const { items, is_cut } = await getLeadTimeline(actor, { lead_id: leadId });
  expect(items).toMatchObject([
    { kind: "bounced", step: 1 },
    { kind: "opened" },
    { kind: "sent", at: sentAt, campaign_id: campaignId, variant: "B", text: "Hello Ada" },
    { kind: "added", campaign_id: campaignId },
  ]);
  expect(is_cut).toBe(false);
  await changeLeads(actor, { lead_ids: [leadId], change: "stop" });
  expect(await kinds()).toEqual(["bounced", "opened", "sent", "changed", "added"]);
  await expect(getLeadTimeline(testActor(), { lead_id: leadId })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a lead's form clears what is left empty, custom fields too", async () => {
  const { actor, leadId } = await oneLead();
  const saved = await saveLead(actor, {
    lead_id: leadId,
    email: "a@x.example",
    company_name: "Berg",
    custom_fields: [{ name: "role", value: "Head chef" }, { name: "size" }],
  });
  expect(saved).toMatchObject({ company_name: "Berg", custom_fields: { role: "Head chef" } });
  expect(saved).not.toHaveProperty("first_name");
  expect(saved.custom_fields).not.toHaveProperty("size");
});
