import fc from "fast-check";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { storeMailboxes } from "../../../../../tests/support/records.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { deleteMailbox } from "../../senders/mailbox/mailbox-delete.ts";
import { getSequence, saveSequence } from "../sequence/sequence.ts";
import { CAMPAIGN_STATUSES, type CampaignStatus } from "./campaign.schema.ts";
import { createCampaign, getCampaign, listCampaigns, updateCampaign } from "./campaign.ts";
import { startCampaign } from "./campaign-launch.ts";
import { requireCampaign } from "./campaign-record.ts";
import { changeStatus, UNARCHIVED } from "./campaign-status.ts";

const step = (delayInDays: number, body = "<p>Hi</p>") => ({
  seq_number: 1,
  seq_delay_details: { delayInDays },
  variants: [{ letter: "A", subject: "Hello", body }],
});

test("a campaign has a name, a status and its steps from the beginning [CAMP-03]", async () => {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  expect(await getCampaign(actor, { campaign_id: id })).toMatchObject({
    name: "Untitled Campaign",
    status: "DRAFTED",
    settings: { stop_on_reply: true, stop_on_click: false, track_opens: true },
  });
});

test("campaigns that are requested concurrently are read in one request", async () => {
  const actor = testActor();
  const { accountId } = actor;
  const made = [await createCampaign(actor, {}), await createCampaign(actor, {})];
  using requests = countRequests();
  const found = await Promise.all(made.map(({ id }) => requireCampaign(accountId, id)));
  expect(found.map(({ campaignId }) => campaignId)).toEqual(made.map(({ id }) => id));
  expect(requests.actions).toEqual(["BatchGetItem"]);
});

test("the status of a campaign is one of six [CAMP-05]", () => {
  expect(new Set(CAMPAIGN_STATUSES)).toEqual(
    new Set(["DRAFTED", "ACTIVE", "COMPLETED", "STOPPED", "PAUSED", "ARCHIVED"]),
  );
});

/** The table of D4.1, recorded once more; what comes out of ARCHIVED depends on what went in. */
const FOLLOWS: Record<CampaignStatus, readonly CampaignStatus[]> = {
  DRAFTED: ["ACTIVE", "ARCHIVED"],
  ACTIVE: ["PAUSED", "STOPPED", "COMPLETED"],
  PAUSED: ["ACTIVE", "STOPPED", "ARCHIVED"],
  STOPPED: ["ARCHIVED"],
  COMPLETED: ["ACTIVE", "ARCHIVED"],
  ARCHIVED: ["DRAFTED", "PAUSED", "STOPPED", "COMPLETED"],
};

test("no sequence of changes leaves the transition table, and a refused change leaves the status as it was [CAMP-12]", async () => {
  const visited = new Set<CampaignStatus>();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 4, maxLength: 12 }), async (turns) => {
      const actor = testActor();
      const { id } = await createCampaign(actor, {});
      for (const turn of turns) {
        const before = await requireCampaign(actor.accountId, id);
        visited.add(before.status);
        const allowed = FOLLOWS[before.status];
        for (const to of CAMPAIGN_STATUSES.filter((status) => !allowed.includes(status))) {
          const change = changeStatus(actor, before, to, UNARCHIVED);
          await expect(change).rejects.toMatchObject({ code: "invalid_transition", status: 422 });
        }
        expect(await requireCampaign(actor.accountId, id)).toEqual(before);
        const to = allowed[turn % allowed.length] as CampaignStatus;
        await changeStatus(actor, before, to, UNARCHIVED);
        const after = await requireCampaign(actor.accountId, id);
        expect(after.status).toBe(to);
        expect(after.nextRunAt !== undefined).toBe(to === "ACTIVE");
      }
    }),
    { numRuns: 15, seed: 7 },
  );
  expect(visited).toEqual(new Set(CAMPAIGN_STATUSES));
});

test("of two people who change a campaign at once one gets a conflict", async () => {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  const results = await Promise.allSettled([
    updateCampaign(actor, { campaign_id: id, name: "One" }),
    updateCampaign(actor, { campaign_id: id, name: "Two" }),
  ]);
  expect(results.map(({ status }) => status).sort()).toContain("fulfilled");
  const refused = results.find((result) => result.status === "rejected");
  if (refused) expect(refused.reason).toMatchObject({ code: "conflict" });
});

test("steps are numbered from 1 without gaps, in the order given [SEQ-01]", async () => {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  await saveSequence(actor, { campaign_id: id, steps: [step(0), step(3), step(7)] });
  const { steps } = await getSequence(actor, { campaign_id: id });
  expect(steps.map((one) => [one.seq_number, one.seq_delay_details.delayInDays])).toEqual([
    [1, 0],
    [2, 3],
    [3, 7],
  ]);
});

test.each([
  ["a first step that waits", [step(1)]],
  ["a follow-up that waits no day", [step(0), step(0)]],
  ["a follow-up that waits more than a year", [step(0), step(366)]],
])("%s is refused", async (_name, steps) => {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  await expect(saveSequence(actor, { campaign_id: id, steps })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a campaign takes 500 mailboxes and refuses the 501st [CAMP-10]", async () => {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  await storeMailboxes(actor.accountId, ids(500));
  await updateCampaign(actor, { campaign_id: id, mailbox_ids: ids(500) });
  await expect(
    updateCampaign(actor, { campaign_id: id, mailbox_ids: ids(501) }),
  ).rejects.toMatchObject({ code: "invalid", fields: { mailbox_ids: [told(expect.any(String))] } });
});

test("a mailbox that is not there is refused, one that was deleted since it was chosen stays without harm", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 0, mailboxes: 3, start: false });
  const { actor, campaignId: campaign_id } = world;
  const [first = 0, second = 0, third = 0] = world.mailboxIds;
  const choose = (mailbox_ids: number[]) => updateCampaign(actor, { campaign_id, mailbox_ids });
  const text = expect.stringMatching(/are there/);
  const refusal = { code: "invalid", fields: { mailbox_ids: [told(text)] } };
  await expect(choose([first, 99_999])).rejects.toMatchObject(refusal);
  await choose([first, second]);
  await deleteMailbox(actor, { mailbox_id: second });
  expect(await choose([first, second, third])).toMatchObject({
    mailbox_ids: [first, second, third],
  });
  await choose([first, third]);
  await expect(choose([first, second])).rejects.toMatchObject(refusal);
});

test("a campaign that is not ready does not start and says everything that is missing", async () => {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  await saveSequence(actor, { campaign_id: id, steps: [step(0, "<p>Hi {{first_name</p>")] });
  const refusal = startCampaign(actor, { campaign_id: id });
  await expect(refusal).rejects.toMatchObject({
    code: "invalid",
    fields: {
      senders: [told(expect.any(String))],
      leads: [told(expect.any(String))],
      schedule: [told(expect.any(String))],
      sequence: [told(expect.stringMatching(/Step 1, mail: .+ at line 1, column \d+/))],
    },
  });
  expect(await getCampaign(actor, { campaign_id: id })).toMatchObject({ status: "DRAFTED" });
});

test("a stranger finds no campaign", async () => {
  const { id } = await createCampaign(testActor(), {});
  const stranger = testActor();
  await expect(getCampaign(stranger, { campaign_id: id })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await listCampaigns(stranger, {})).items).toEqual([]);
});

test("the list is narrowed by part of the name, however written, and by several statuses", async () => {
  const actor = testActor();
  const names = ["Spring in Köln", "spring sale", "Autumn"];
  const ids: number[] = [];
  for (const name of names) ids.push((await createCampaign(actor, { name })).id);
  const [, sale = 0, autumn = 0] = ids;
  await changeStatus(actor, await requireCampaign(actor.accountId, sale), "ARCHIVED", "test");
  const listed = async (input: Parameters<typeof listCampaigns>[1]) =>
    (await listCampaigns(actor, input)).items.map(({ name }) => name);
  expect(await listed({ search: "SPRING" })).toEqual(["spring sale", "Spring in Köln"]);
  expect(await listed({ search: "spring", status: "DRAFTED" })).toEqual(["Spring in Köln"]);
  expect(await listed({ status: ["ARCHIVED", "ACTIVE"] })).toEqual(["spring sale"]);
  await updateCampaign(actor, { campaign_id: autumn, name: "Winter Spring" });
  expect(await listed({ search: "spring", status: ["DRAFTED"] })).toEqual([
    "Winter Spring",
    "Spring in Köln",
  ]);
});
