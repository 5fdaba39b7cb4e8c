import { client, table } from "@thaw/data/table";
import { expect, test } from "vitest";
import { paced } from "../../../../../scripts/pace.ts";
import { testActor } from "../../../../../tests/support/actor.ts";
import { beginIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { getCampaignAnalytics } from "../../campaigns/campaign/campaign-analytics.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { continueDeletion, emptyCategory } from "../../inbox/categorisation/empty-category.ts";
import { setCategory } from "../../inbox/thread/thread.ts";
import { listInCategory } from "../../inbox/thread/thread-category.ts";
import { requireThread, threadFor } from "../../inbox/thread/thread-store.ts";
import { getLead } from "../../leads/lead/lead.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { projectEvents } from "../../reporting/counter/project-events.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { readEventImage } from "../../reporting/event/event-image.ts";
import { CategoryEntity } from "./category.entity.ts";
import { MOST_CUSTOM_CATEGORIES } from "./category.schema.ts";
import { createCategory, deleteCategory, listCategories, updateCategory } from "./category.ts";
import { findCategoryRecord } from "./category-record.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

await cloudOfFile();

const own = (name = "Maybe later") => ({ name, sentiment: "neutral", color: "blue" }) as const;

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error("Nothing is there");
  return item;
}

/** Conversations with leads of a campaign, before anyone has categorised them. */
async function conversations(actor: Actor, count: number) {
  const { accountId } = actor;
  const { id: campaignId } = await createCampaign(actor, {});
  const { results } = await addLeads(actor, {
    campaign_id: campaignId,
    leads: Array.from({ length: count }, (_, index) => ({
      email: `lead${index}@prospect.example`,
    })),
  });
  const threads = [];
  for (const { lead_id: leadId } of results) {
    if (leadId === undefined) throw new Error("A lead was not added");
    const make = () => ({
      mailboxId: 1,
      mailboxEmail: "sender@sender.example",
      email: `lead${leadId}@prospect.example`,
      name: "Lee",
      subject: "Hello",
      campaignId,
      leadId,
    });
    const { threadId } = await threadFor(accountId, `lead:${campaignId}:${leadId}`, make, MONDAY);
    threads.push({ threadId, leadId });
  }
  return { accountId, campaignId, threads };
}

test("an account has the built-in categories by id and name, then its own [CAT-01] [CAT-03]", async () => {
  const actor = testActor();
  const before = await listCategories(actor, {});
  expect(before.items.map(({ id, name }) => ({ id, name }))).toEqual([
    { id: -1, name: "Lead Category Not Assigned" },
    { id: 1, name: "Interested" },
    { id: 2, name: "Meeting Request" },
    { id: 3, name: "Not Interested" },
    { id: 4, name: "Do Not Contact" },
    { id: 5, name: "Information Request" },
    { id: 6, name: "Out Of Office" },
    { id: 7, name: "Wrong Person" },
  ]);
  const made = await createCategory(actor, own(" Maybe later "));
  expect(made).toEqual({ id: 10, name: "Maybe later", sentiment: "neutral", color: "blue" });
  expect((await listCategories(actor, {})).items).toEqual([...before.items, made]);
  expect((await listCategories(testActor(), {})).items).toEqual(before.items);
});

test("categories with built-in and reserved ids cannot be renamed or deleted, the one with id ten can [CAT-09]", async () => {
  const actor = testActor();
  const { id } = await createCategory(actor, own());
  expect(id).toBe(10);
  for (const category_id of [1, 4, 7, 8, 9]) {
    const refused = { code: "invalid_transition" };
    await expect(deleteCategory(actor, { category_id })).rejects.toMatchObject(refused);
    await expect(updateCategory(actor, { category_id, name: "Mine" })).rejects.toMatchObject(
      refused,
    );
  }
  expect(await updateCategory(actor, { category_id: 10, name: "Next year" })).toMatchObject({
    name: "Next year",
  });
  expect(await deleteCategory(actor, { category_id: 10 })).toMatchObject({ id: 10, is_done: true });
  await expect(deleteCategory(actor, { category_id: 10 })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a name is 1 to 50 characters and taken once, whatever its case; a rename frees it [CAT-10]", async () => {
  const actor = testActor();
  await expect(createCategory(actor, own("  "))).rejects.toMatchObject({ code: "invalid" });
  await expect(createCategory(actor, own("x".repeat(51)))).rejects.toMatchObject({
    code: "invalid",
  });
  const { id: category_id } = await createCategory(actor, own("x".repeat(50)));
  for (const name of ["X".repeat(50), "interested"]) {
    await expect(createCategory(actor, own(name))).rejects.toMatchObject({
      code: "conflict",
      fields: { name: [told(expect.any(String))] },
    });
  }
  const other = await createCategory(actor, own("Partner"));
  await expect(updateCategory(actor, { category_id, name: "PARTNER" })).rejects.toMatchObject({
    code: "conflict",
  });
  await updateCategory(actor, { category_id: other.id, name: "Reseller", color: "red" });
  expect(await updateCategory(actor, { category_id, name: "partner" })).toMatchObject({
    name: "partner",
    color: "blue",
  });
});

test("five people who add one name at once get one category", async () => {
  const actor = testActor();
  await createCategory(actor, own("First"));
  using _race = raceWrites(5, /^TransactWrite/);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => createCategory(actor, own())),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await listCategories(actor, {})).items).toHaveLength(8 + 2);
});

test("an account cannot have more own categories than it may, and a deleted one makes room", {
  timeout: paced(60_000),
}, async () => {
  const actor = testActor();
  for (let index = 0; index < MOST_CUSTOM_CATEGORIES; index++) {
    await createCategory(actor, own(`Own ${index}`));
  }
  await expect(createCategory(actor, own("One more"))).rejects.toMatchObject({ code: "conflict" });
  await deleteCategory(actor, { category_id: 42 });
  await createCategory(actor, own("One more"));
});

test("a new lead is not assigned; its conversation gets a category of the account, and the lead with it [CAT-02]", async () => {
  const actor = testActor();
  const { accountId, threads } = await conversations(actor, 1);
  const { threadId: thread_id, leadId: lead_id } = first(threads);
  expect(await getLead(actor, { lead_id })).toMatchObject({ category_id: -1 });
  const { id: category_id } = await createCategory(actor, own());
  expect(await setCategory(actor, { thread_id, category_id })).toMatchObject({
    category_id,
    category_by: actor.userId,
  });
  expect(await getLead(actor, { lead_id })).toMatchObject({ category_id });
  expect(await listInCategory(accountId, category_id, 10)).toMatchObject({
    threadIds: [thread_id],
  });
  for (const unknown of [8, 9, category_id + 1]) {
    await expect(setCategory(actor, { thread_id, category_id: unknown })).rejects.toMatchObject({
      code: "invalid",
    });
  }
  await setCategory(actor, { thread_id, category_id: -1 });
  expect(await getLead(actor, { lead_id })).toMatchObject({ category_id: -1 });
  expect(await listInCategory(accountId, category_id, 10)).toMatchObject({ threadIds: [] });
});

test("deleting a category that leads have is confirmed, and they are not assigned any more [CAT-10]", async () => {
  using clock = stoppedClock(MONDAY);
  const actor = testActor();
  const { accountId, campaignId, threads } = await conversations(actor, 3);
  const { id: category_id } = await createCategory(actor, own());
  for (const { threadId: thread_id } of threads) {
    await setCategory(actor, { thread_id, category_id });
    clock.move(1_000);
  }
  await expect(deleteCategory(actor, { category_id })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("3 conversation"),
  });
  expect(await deleteCategory(actor, { category_id, is_confirmed: true })).toEqual({
    id: category_id,
    moved: 3,
    is_done: true,
  });
  for (const { threadId, leadId: lead_id } of threads) {
    expect((await requireThread(accountId, threadId)).categoryId).toBe(-1);
    expect(await getLead(actor, { lead_id })).toMatchObject({ category_id: -1 });
  }
  const { items } = await readEvents(
    { accountId, campaignId, day: "2026-03-02" },
    { limit: 50, kinds: ["categorised"] },
  );
  expect(items.map(({ detail }) => detail)).toEqual([
    ...Array(3).fill(`-1 ${category_id} neutral`),
    ...Array(3).fill(`${category_id} -1 neutral`),
  ]);
  expect(await createCategory(actor, own())).toMatchObject({ name: own().name });
});

test("many leads are moved in the background, a stretch at a time, until the category is gone", async () => {
  using clock = stoppedClock(MONDAY);
  const actor = testActor();
  const { accountId, threads } = await conversations(actor, 5);
  const { id: categoryId } = await createCategory(actor, own());
  const key = { accountId, categoryId };
  for (const { threadId: thread_id } of threads) {
    await setCategory(actor, { thread_id, category_id: categoryId });
  }
  expect(await continueDeletion(key)).toBeUndefined();
  expect(await listInCategory(accountId, categoryId, 10)).toMatchObject({
    threadIds: { length: 5 },
  });
  await CategoryEntity.patch(key).set({ deletingAt: MONDAY }).go();
  expect(await emptyCategory(key, 2)).toEqual({ moved: 2, isEmpty: false });
  expect(await continueDeletion(key, 2)).toBe(0);
  expect(await listInCategory(accountId, categoryId, 10)).toMatchObject({
    threadIds: { length: 1 },
  });
  // Whatever the index shows late is still found: the category goes last.
  expect(await continueDeletion(key, 2)).toBe(15_000);
  expect(await findCategoryRecord(accountId, categoryId)).toBeDefined();
  clock.move(15_000);
  expect(await continueDeletion(key, 2)).toBeUndefined();
  expect(await findCategoryRecord(accountId, categoryId)).toBeUndefined();
  expect(await continueDeletion(key, 2)).toBeUndefined();
});

test("what was about to get a category that is deleted meanwhile does not get it", async () => {
  const actor = testActor();
  const { accountId, threads } = await conversations(actor, 1);
  const { threadId: thread_id } = first(threads);
  const { id: category_id } = await createCategory(actor, own());
  let isHeld = false;
  const stop = client.intercept(async (action, input, next) => {
    if (action === "TransactWriteItems" && !isHeld) {
      isHeld = true;
      await deleteCategory(actor, { category_id });
    }
    return next(input);
  });
  await expect(setCategory(actor, { thread_id, category_id })).rejects.toMatchObject({
    code: "conflict",
  });
  stop();
  expect((await requireThread(accountId, thread_id)).categoryId).toBe(-1);
});

test("a reply counts as positive once its category is, for the step and variant that it answered, and no more when that changes [SEQ-17]", async () => {
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const { actor, campaignId, leadIds } = world;
  const { accountId } = actor;
  const leadId = first(leadIds);
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  await beginIn(world, { fence: "f", leaseUntil: MONDAY });
  const about = {
    mailboxId: first(world.mailboxIds),
    mailboxEmail: "sender0@sender.example",
    email: "lead0@prospect.example",
    name: "Lee",
    subject: "Hello",
    campaignId,
    leadId,
    sendId: sendIdOf({ accountId, campaignId, leadId, step: 1 }),
  };
  const { threadId } = await threadFor(
    accountId,
    `lead:${campaignId}:${leadId}`,
    () => about,
    MONDAY,
  );
  const positive = async () => {
    const { Items } = (await client.send("Query", {
      TableName: table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: {
        ":pk": `$thaw#accountid_${accountId}#campaignid_${campaignId}#day_2026-03-02`,
      },
    })) as { Items: Record<string, unknown>[] };
    await projectEvents(Items.filter(({ kind }) => kind === "categorised").map(readEventImage));
    const { totals, steps } = await getCampaignAnalytics(actor, { campaign_id: campaignId });
    return [totals.positive, steps.find(({ step }) => step === 1)?.positive];
  };
  await setCategory(actor, { thread_id: threadId, category_id: 1 });
  expect(await positive()).toEqual([1, 1]);
  // From one positive category to another it is still one.
  await setCategory(actor, { thread_id: threadId, category_id: 2 });
  expect(await positive()).toEqual([1, 1]);
  await setCategory(actor, { thread_id: threadId, category_id: 3 });
  expect(await positive()).toEqual([0, 0]);
});
