import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { createCategory } from "../../accounts/category/category.ts";
import { createTag, deleteTag } from "../../accounts/tag/tag.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { findEnrolmentsOfLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { requireThread, threadFor } from "../../inbox/thread/thread-store.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { findSuppressed } from "../suppression/suppression.ts";
import { changeLeads } from "./change-leads.ts";
import { getLead } from "./lead.ts";
import { listLeadEnrolments } from "./lead-enrolments.ts";

vi.setConfig({ testTimeout: 60_000 });

await cloudOfFile();

async function campaignWith(actor: Actor, name: string, emails: readonly string[]) {
  const { id } = await createCampaign(actor, { name });
  const leads = emails.map((email) => ({ email }));
  const { results } = await addLeads(actor, { campaign_id: id, leads });
  return { id, leadIds: results.map(({ lead_id }) => lead_id ?? 0) };
}

const statuses = async ({ accountId }: Actor, leadId: number, campaignIds: number[]) => {
  const enrolments = await findEnrolmentsOfLead(accountId, leadId, campaignIds);
  return Object.fromEntries(enrolments.map(({ campaignId, status }) => [campaignId, status]));
};

test("a lead is paused wherever it waits for mail, and goes on in one campaign alone", async () => {
  const actor = testActor();
  const spring = await campaignWith(actor, "Spring", ["a@x.example", "b@x.example"]);
  const summer = await campaignWith(actor, "Summer", ["a@x.example"]);
  const [lead = 0, other = 0] = spring.leadIds;
  const both = [spring.id, summer.id];
  const paused = await changeLeads(actor, { lead_ids: [lead, 999, lead], change: "pause" });
  expect(paused.changed).toEqual([{ lead_id: lead, is_same: false, campaign_ids: both }]);
  expect(paused.refused).toMatchObject([{ lead_id: 999, code: "not_found" }]);
  expect(await statuses(actor, lead, both)).toEqual({
    [spring.id]: "PAUSED",
    [summer.id]: "PAUSED",
  });
  expect(await statuses(actor, other, both)).toEqual({ [spring.id]: "STARTED" });
  const again = await changeLeads(actor, { lead_ids: [lead], change: "pause" });
  expect(again.refused).toMatchObject([{ code: "invalid_transition" }]);
  const resumed = { lead_ids: [lead], change: "resume" as const, campaign_id: summer.id };
  expect((await changeLeads(actor, resumed)).changed).toMatchObject([
    { campaign_ids: [summer.id] },
  ]);
  expect(await statuses(actor, lead, both)).toEqual({
    [spring.id]: "PAUSED",
    [summer.id]: "STARTED",
  });
  await changeLeads(actor, { lead_ids: [lead], change: "stop" });
  const { items } = await listLeadEnrolments(actor, { lead_ids: [lead, other] });
  expect(
    items.map(({ campaign_name, lead_id, status }) => [campaign_name, lead_id, status]),
  ).toEqual([
    ["Summer", lead, "STOPPED"],
    ["Spring", lead, "STOPPED"],
    ["Spring", other, "STARTED"],
  ]);
});

test("leads get tags and lose them, and a tag that is gone is refused", async () => {
  const actor = testActor();
  const { leadIds } = await campaignWith(actor, "Spring", ["a@x.example", "b@x.example"]);
  const [lead = 0] = leadIds;
  const { id: tag_id } = await createTag(actor, { name: "Agencies" });
  await changeLeads(actor, { lead_ids: [lead], change: "tag", tag_id });
  const { changed } = await changeLeads(actor, { lead_ids: leadIds, change: "tag", tag_id });
  expect(changed.map(({ is_same }) => is_same)).toEqual([true, false]);
  expect((await getLead(actor, { lead_id: lead })).tag_ids).toEqual([tag_id]);
  await changeLeads(actor, { lead_ids: [lead], change: "untag", tag_id });
  expect((await getLead(actor, { lead_id: lead })).tag_ids).toEqual([]);
  await deleteTag(actor, { tag_id });
  const { refused } = await changeLeads(actor, { lead_ids: [lead], change: "tag", tag_id });
  expect(refused).toMatchObject([{ code: "not_found" }]);
  await expect(changeLeads(actor, { lead_ids: [lead], change: "tag" })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a category reaches the lead's conversation too, and do not contact blocks the person", async () => {
  const actor = testActor();
  const { accountId } = actor;
  const { id, leadIds } = await campaignWith(actor, "Spring", ["a@x.example", "b@x.example"]);
  const [first = 0, second = 0] = leadIds;
  const make = () => ({
    mailboxId: 1,
    mailboxEmail: "s@s.example",
    email: "a@x.example",
    name: "A",
    subject: "Hello",
    campaignId: id,
    leadId: first,
  });
  const at = "2026-03-02T09:00:00.000Z";
  const { threadId } = await threadFor(accountId, `lead:${id}:${first}`, make, at);
  const own = await createCategory(actor, { name: "Later", sentiment: "neutral", color: "blue" });
  const set = (lead_ids: number[], category_id: number) =>
    changeLeads(actor, { lead_ids, change: "category", category_id });
  expect((await set(leadIds, own.id)).changed).toMatchObject([
    { category_before: -1 },
    { category_before: -1 },
  ]);
  expect((await requireThread(accountId, threadId)).categoryId).toBe(own.id);
  expect((await getLead(actor, { lead_id: second })).category_id).toBe(own.id);
  expect((await set([first], own.id)).changed).toMatchObject([{ is_same: true }]);
  expect((await set([second], 999)).refused).toMatchObject([{ code: "invalid" }]);
  await set([second], 4);
  expect([...(await findSuppressed(accountId, ["a@x.example", "b@x.example"], undefined))]).toEqual(
    ["b@x.example"],
  );
  expect(await statuses(actor, second, [id])).toEqual({ [id]: "BLOCKED" });
});

test("leads are blocked and unblocked, moved and deleted", async () => {
  const actor = testActor();
  const { accountId } = actor;
  const emails = ["a@x.example", "b@x.example", "c@x.example"];
  const spring = await campaignWith(actor, "Spring", emails);
  const summer = await campaignWith(actor, "Summer", ["c@x.example"]);
  const [a = 0, b = 0, c = 0] = spring.leadIds;
  await changeLeads(actor, { lead_ids: [a], change: "block" });
  expect(await statuses(actor, a, [spring.id])).toEqual({ [spring.id]: "BLOCKED" });
  await changeLeads(actor, { lead_ids: [a], change: "unblock" });
  expect((await findSuppressed(accountId, emails, undefined)).size).toBe(0);
  expect(await statuses(actor, a, [spring.id])).toEqual({ [spring.id]: "STARTED" });
  const moved = await changeLeads(actor, {
    lead_ids: [b, c],
    change: "move",
    to_campaign_id: summer.id,
  });
  expect(moved.changed).toEqual([{ lead_id: b, is_same: false }]);
  expect(moved.refused).toMatchObject([{ lead_id: c, code: "invalid_transition" }]);
  expect((await getLead(actor, { lead_id: b })).campaign_ids).toEqual([summer.id]);
  await changeLeads(actor, { lead_ids: [a], change: "delete" });
  await expect(getLead(actor, { lead_id: a })).rejects.toMatchObject({ code: "not_found" });
  const stranger = await changeLeads(testActor(), { lead_ids: [b], change: "delete" });
  expect(stranger.refused).toMatchObject([{ code: "not_found" }]);
});
