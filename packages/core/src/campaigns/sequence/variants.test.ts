import * as v from "valibot";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { told } from "../../../../../tests/support/told.ts";
import { METRICS } from "../../reporting/metric/metric.schema.ts";
import { createCampaign } from "../campaign/campaign.ts";
import { Distribution, type SaveSequence } from "./sequence.schema.ts";
import { getSequence, saveSequence } from "./sequence.ts";

type Step = v.InferInput<typeof SaveSequence>["steps"][number];

const AI = { mode: "ai", metric: "reply" } as const;
const MANUAL = { mode: "manual" } as const;

/** Saves a step with so many variants, all named alike, and returns the letters that they got. */
async function lettersOf(count: number, distribution?: Step["distribution"]): Promise<string> {
  const actor = testActor();
  const { id } = await createCampaign(actor, {});
  const variants = Array.from({ length: count }, (_, at) => ({
    letter: "A",
    subject: `Hello ${at}`,
    body: "<p>Hi</p>",
    share: 1,
  }));
  const step = { seq_number: 1, seq_delay_details: { delayInDays: 0 }, variants };
  await saveSequence(actor, {
    campaign_id: id,
    steps: [distribution ? { ...step, distribution } : step],
  });
  const { steps } = await getSequence(actor, { campaign_id: id });
  return (steps[0]?.variants ?? []).map(({ letter }) => letter).join("");
}

const refusedAt = (field: string, text: RegExp) => ({
  status: 400,
  fields: { [field]: [told(expect.stringMatching(text))] },
});

test("a step holds 26 variants, lettered A to Z by their place, and refuses the 27th [SEQ-02]", async () => {
  expect(await lettersOf(26, AI)).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  for (const distribution of [AI, MANUAL]) {
    await expect(lettersOf(27, distribution)).rejects.toMatchObject(
      refusedAt("steps.0.variants", /at most 26 variants/),
    );
  }
});

test("a step whose leads are shared by hand holds 10 variants and refuses the 11th [SEQ-03]", async () => {
  expect(await lettersOf(10, MANUAL)).toBe("ABCDEFGHIJ");
  await expect(lettersOf(11, MANUAL)).rejects.toMatchObject(
    refusedAt("steps.0.variants", /at most 10 variants/),
  );
});

test("eleven variants are too many where leads are shared by hand, said or not, and welcome where AI shares them [SEQ-13]", async () => {
  await expect(lettersOf(11, MANUAL)).rejects.toMatchObject({ status: 400 });
  await expect(lettersOf(11)).rejects.toMatchObject({ status: 400 });
  for (const metric of METRICS) {
    expect(await lettersOf(11, { mode: "ai", metric })).toHaveLength(11);
  }
});

test("leads are shared among variants by hand or by AI and in no third way [SEQ-04]", () => {
  const modes = Distribution.options.map(({ entries }) => entries.mode.literal);
  expect(modes.toSorted((a, b) => a.localeCompare(b))).toEqual(["ai", "manual"]);
  const isTaken = (raw: object) => v.safeParse(Distribution, raw).success;
  expect(isTaken(MANUAL)).toBe(true);
  expect(isTaken(AI)).toBe(true);
  for (const mode of ["AI", "auto", "even", "", null]) {
    expect(isTaken({ mode, metric: "reply" })).toBe(false);
  }
});
