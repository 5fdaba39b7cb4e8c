import * as v from "valibot";
import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { addSubsequence } from "../../../../../tests/support/subsequence.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { getCampaign, listCampaigns, updateCampaign } from "../campaign/campaign.ts";
import { checkLaunch, pauseCampaign, startCampaign } from "../campaign/campaign-launch.ts";
import { saveSequence } from "../sequence/sequence.ts";
import { CONDITION_KINDS, Condition } from "./condition.schema.ts";
import { createSubsequence, listSubsequences, setCondition } from "./subsequence.ts";

await cloudOfFile();

const reply = { kind: "reply" } as const;

test("there are exactly eight conditions, each with its own bounds [SEQ-06]", () => {
  expect([...CONDITION_KINDS].sort()).toEqual([
    "category",
    "click",
    "linkedin_connection",
    "open",
    "push_on_bounce",
    "re_engagement",
    "reply",
    "reply_text",
  ]);
  const parsed = (raw: unknown) => v.safeParse(Condition, raw);
  const defaults = CONDITION_KINDS.map((kind) =>
    parsed({ kind, category_ids: [1], phrases: ["yes"] }),
  );
  expect(defaults.every(({ success }) => success)).toBe(true);
  expect(parsed({ kind: "open" }).output).toEqual({ kind: "open", count: 1, wait_days: 0 });
  expect(parsed({ kind: "re_engagement" }).output).toEqual({ kind: "re_engagement", days: 30 });
  expect(parsed({ kind: "linkedin_connection" }).output).toMatchObject({ pending_days: 7 });
  const wrong = [
    {},
    { kind: "bounce" },
    { kind: "category", category_ids: [] },
    { kind: "open", count: 0 },
    { kind: "open", wait_days: 31 },
    { kind: "reply_text", phrases: [] },
    { kind: "reply_text", phrases: [" "] },
    { kind: "reply_text", phrases: Array.from({ length: 11 }, () => "yes") },
    { kind: "linkedin_connection", when: "seen" },
    { kind: "re_engagement", days: 0 },
    { kind: "click", url_contains: "x".repeat(201) },
  ];
  for (const raw of wrong) expect(parsed(raw).success, JSON.stringify(raw)).toBe(false);
});

test("a new one is named Untitled Subsequence, and it alone has a parent [CAMP-04]", async () => {
  const { actor, campaignId } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const made = await createSubsequence(actor, { campaign_id: campaignId });
  const shown = await getCampaign(actor, { campaign_id: made.id });
  expect(shown).toMatchObject({ name: "Untitled Subsequence", parent_id: campaignId });
  expect(await getCampaign(actor, { campaign_id: campaignId })).not.toHaveProperty("parent_id");
  await updateCampaign(actor, { campaign_id: made.id, name: "After a reply" });
  const { items } = await listSubsequences(actor, { campaign_id: campaignId });
  expect(items.map(({ name }) => name)).toEqual(["After a reply"]);
  const listed = (await listCampaigns(actor, {})).items.map(({ id }) => id);
  expect(listed).toEqual([campaignId]);
});

test("it starts and pauses like a campaign, with its own schedule, and has no children [SEQ-27]", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const { actor, campaignId } = world;
  const { id } = await createSubsequence(actor, { campaign_id: campaignId });
  const problems = await checkLaunch(actor, { campaign_id: id });
  expect(problems.map(({ part }) => part)).toEqual(["condition", "sequence"]);
  await expect(startCampaign(actor, { campaign_id: id })).rejects.toMatchObject({
    code: "invalid",
  });
  await setCondition(actor, { campaign_id: id, condition: reply });
  const steps = [
    {
      seq_number: 1,
      seq_delay_details: { delayInDays: 3 },
      variants: [{ letter: "A", subject: "", body: "<p>Thanks</p>" }],
    },
  ];
  await saveSequence(actor, { campaign_id: id, steps });
  await expect(saveSequence(actor, { campaign_id: campaignId, steps })).rejects.toMatchObject({
    code: "invalid",
  });
  expect((await startCampaign(actor, { campaign_id: id })).status).toBe("ACTIVE");
  expect((await pauseCampaign(actor, { campaign_id: id })).status).toBe("PAUSED");
  expect((await getCampaign(actor, { campaign_id: campaignId })).status).toBe("ACTIVE");
  await expect(createSubsequence(actor, { campaign_id: id })).rejects.toMatchObject({
    status: 422,
  });
});

test("what does not fit a subsequence is refused with the reason", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const { actor, campaignId } = world;
  const id = await addSubsequence(world, reply);
  const unknown = { kind: "category" as const, category_ids: [99] };
  const attempts: [() => Promise<unknown>, number][] = [
    [() => addLeads(actor, { campaign_id: id, leads: [{ email: "a@b.example" }] }), 422],
    [() => updateCampaign(actor, { campaign_id: id, mailbox_ids: [] }), 400],
    [() => setCondition(actor, { campaign_id: campaignId, condition: reply }), 422],
    [() => setCondition(actor, { campaign_id: id, condition: unknown }), 400],
  ];
  for (const [attempt, status] of attempts) {
    await expect(attempt()).rejects.toMatchObject({ status });
  }
  const undecided = await createSubsequence(actor, { campaign_id: campaignId });
  const problems = await checkLaunch(actor, { campaign_id: undecided.id });
  expect(problems.map(({ part }) => part)).toContain("condition");
});
