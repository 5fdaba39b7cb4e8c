import { expect, test } from "vitest";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { pauseCampaign, startCampaign } from "../campaign/campaign-launch.ts";
import { listCategorised } from "../restricted-metric/list-categorised.ts";
import type { SequenceStep } from "./sequence.schema.ts";
import { getSequence, saveSequence } from "./sequence.ts";
import { sequenceDifference } from "./sequence-difference.ts";
import { listSequenceVersions } from "./sequence-versions.ts";

await cloudOfFile();

const step = (subject: string, delayInDays = 2, body = `<p>${subject}</p>`): SequenceStep => ({
  seq_number: 1,
  seq_type: "EMAIL",
  seq_delay_details: { delayInDays },
  distribution: { mode: "manual" },
  variants: [{ letter: "A", subject, body, share: 100 }],
});

test("a step put in between, taken out or rewritten is the one change there is", () => {
  const [one, two, three] = [step("one", 0), step("two"), step("three")];
  const changes = (before: SequenceStep[], after: SequenceStep[]) =>
    sequenceDifference(before, after).map(({ change, step: at }) => `${change} ${at}`);
  expect(changes([one, two], [one, three, two])).toEqual(["step_added 2"]);
  expect(changes([one, three, two], [one, two])).toEqual(["step_removed 2"]);
  expect(changes([one, two], [one, step("two", 5, "<p>New</p>")])).toEqual(["delay 2", "body 2"]);
  expect(changes([one, two], [one, two])).toEqual([]);
  const [variant] = one.variants;
  if (!variant) throw new Error("There is no variant");
  const split = {
    ...one,
    variants: [
      { ...variant, share: 50 },
      { ...variant, letter: "B" },
    ],
  };
  expect(changes([one], [split])).toEqual(["share 1", "variant_added 1"]);
});

test("each version of a running sequence says who saved it when, what was changed, and which one is live", async () => {
  const { actor, campaignId: campaign_id } = await makeWorld({ smtpPort: 1, leads: 1 });
  const { steps } = await getSequence(actor, { campaign_id });
  for (let count = 1; count <= 11; count++) {
    const [first, ...others] = steps;
    if (!first) throw new Error("There is no step");
    const variants = first.variants.map((each) => ({ ...each, subject: `Subject ${count}` }));
    await saveSequence(actor, { campaign_id, steps: [{ ...first, variants }, ...others] });
  }
  const page = await listSequenceVersions(actor, { campaign_id });
  expect(page.items.map(({ version }) => version)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(page.items.filter(({ is_live }) => is_live)).toEqual([page.items[0]]);
  expect(page.items[0]).toMatchObject({
    saved_by: actor.userId,
    step_count: 2,
    changes: [
      { change: "subject", step: 1, variant: "A", before: "Subject 10", after: "Subject 11" },
    ],
  });
  const older = await listSequenceVersions(actor, { campaign_id, before: Number(page.cursor) });
  expect(older.items.map(({ version }) => version)).toEqual([2, 1]);
  expect(older.items[1]?.changes).toEqual([]);
  expect(older.cursor).toBe(null);
});

test("of two people who save at the same moment one gets a conflict, and the other's steps are live", async () => {
  const { actor, campaignId: campaign_id } = await makeWorld({ smtpPort: 1, leads: 1 });
  const subjects = ["hers", "his", "theirs"];
  const saves = await Promise.allSettled(
    subjects.map((subject) => saveSequence(actor, { campaign_id, steps: [step(subject, 0)] })),
  );
  const kept = saves.flatMap((save) => (save.status === "fulfilled" ? [save.value] : []));
  const live = await getSequence(actor, { campaign_id });
  const newest = kept.toSorted((a, b) => a.version - b.version).at(-1);
  expect(live).toEqual(newest);
  for (const save of saves) {
    if (save.status === "rejected") expect(save.reason).toMatchObject({ code: "conflict" });
  }
});

/** What is saved over the live steps of a campaign that sends, and what is said of it. */
const UNFIT: [string, () => SequenceStep[], RegExp][] = [
  [
    "shares that do not add up",
    () => {
      const [variant] = step("Hello", 0).variants;
      const shared = [60, 30].map((share) => ({
        letter: "A",
        subject: "",
        body: "",
        ...variant,
        share,
      }));
      return [{ ...step("Hello", 0), variants: shared }];
    },
    /^Step 1: the variants' shares add up to 90, not 100\.$/,
  ],
  ["a mail without words", () => [step("Hello", 0, "<p>&nbsp;</p>")], /^Step 1: the mail is empty/],
  ["no subject", () => [step("", 0, "<p>Hi</p>")], /^Step 1: write a subject/],
  [
    "a text that does not compile",
    () => [step("Hello", 0, "<p>Hi {{first_name</p>")],
    /^Step 1, mail: .+ at line 1, column \d+/,
  ],
  [
    "a word that nobody knows",
    () => [step("Hello", 0, "<p>{{colour}}</p>")],
    /^Step 1, mail: .*colour/i,
  ],
  ["no step at all", () => [], /^Write at least one step\.$/],
];

test.each(UNFIT)(
  "a campaign that sends goes on as it was when %s would go live, and one that is paused keeps it as a draft [TPL-15]",
  async (_what, made, text) => {
    const { actor, campaignId: campaign_id } = await makeWorld({ smtpPort: 1, leads: 1 });
    const live = await getSequence(actor, { campaign_id });
    const saved = () => saveSequence(actor, { campaign_id, steps: made() });
    await expect(saved()).rejects.toMatchObject({
      code: "invalid",
      fields: { steps: [told(expect.stringMatching(text))] },
    });
    expect(await getSequence(actor, { campaign_id })).toEqual(live);
    await pauseCampaign(actor, { campaign_id });
    expect((await saved()).version).toBe(live.version + 1);
    await expect(startCampaign(actor, { campaign_id })).rejects.toMatchObject({
      fields: { sequence: [told(expect.stringMatching(text))] },
    });
  },
);

test("the versions of a campaign are found by one request, however many of its leads have a category", async () => {
  const { actor, campaignId } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const { accountId } = actor;
  const image = { accountId, campaignIds: [campaignId], categoryId: 1 };
  const leads = Array.from({ length: 60 }, (_, leadId) => ({ ...image, leadId }));
  await listCategorised(leads.map((after) => ({ before: undefined, after })));
  using requests = countRequests();
  const { items } = await listSequenceVersions(actor, { campaign_id: campaignId });
  expect(items.map(({ version }) => version)).toEqual([1]);
  expect(requests.actions.filter((action) => action === "Query")).toHaveLength(1);
  expect((await listSequenceVersions(actor, { campaign_id: campaignId, before: 1 })).items).toEqual(
    [],
  );
});
