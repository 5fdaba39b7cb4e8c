import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { createCampaign } from "../campaign/campaign.ts";
import { checkLaunch } from "../campaign/campaign-launch.ts";
import { saveSequence } from "../sequence/sequence.ts";
import { checkReadability } from "./readability.ts";

const check = (text: string) => checkReadability(text, "en-US");

test.each([
  [0, "We reply to your family in July, early and daily."],
  [4, "Quickly, quietly, really and truly."],
  [5, "Quickly, quietly, really, truly and OBVIOUSLY."],
])("more than four adverbs are many: %i [TPL-05] [TPL-17]", (adverbs, text) => {
  expect(check(text)).toMatchObject({ adverbs, hasManyAdverbs: adverbs > 4 });
});

test.each([
  [0, "We wrote it. You are interested, and there is need. He was indeed tired."],
  [3, "It was written, is built and has been quickly sold. She was selling."],
  [4, "It was written. It is built. It will be sold. They were asked."],
])("more than three passives are many: %i [TPL-05] [TPL-17]", (passives, text) => {
  expect(check(text)).toMatchObject({ passives, hasManyPassives: passives > 3 });
});

test("words are counted as they are read, and 200 take a minute [TPL-17]", () => {
  expect(check("")).toMatchObject({ words: 0, readingSeconds: 0 });
  expect(check("Don't wait, Élodie: it's state-of-the-art.").words).toBe(5);
  expect(check("Hi {{first_name|there}}, {good|very {fine|bright}} day").words).toBe(4);
  expect(check("word ".repeat(200))).toMatchObject({ words: 200, readingSeconds: 60 });
  expect(check("word ".repeat(201)).readingSeconds).toBe(61);
});

test("spam words are named once each, whole and in any case [TPL-17]", () => {
  expect(check("FREE, free and Click\nhere for 100% cash").spamWords).toEqual([
    "100%",
    "cash",
    "click here",
    "free",
  ]);
  expect(check("Freedom, cashier, free-standing, carefree").spamWords).toEqual([]);
});

test("in other languages only the words are counted", () => {
  expect(checkReadability("Free, quickly, was written: really truly badly sadly", "de")).toEqual({
    words: 8,
    readingSeconds: 3,
    adverbs: 0,
    hasManyAdverbs: false,
    passives: 0,
    hasManyPassives: false,
    spamWords: [],
  });
});

test("a mail with every warning is saved and no launch check minds [TPL-17]", async () => {
  const actor = testActor();
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const body =
    "<p>Quickly, quietly, really, truly, badly free. It was written, is built, will be sold, was asked.</p>";
  expect(check(body)).toMatchObject({ hasManyAdverbs: true, hasManyPassives: true });
  const variants = [{ letter: "A", subject: "Act now", body }];
  const step = { seq_number: 1, seq_delay_details: { delayInDays: 0 }, variants };
  const { steps } = await saveSequence(actor, { campaign_id, steps: [step] });
  expect(steps[0]?.variants[0]?.body).toBe(body);
  expect(JSON.stringify(await checkLaunch(actor, { campaign_id }))).not.toMatch(
    /adverb|passive|spam/i,
  );
});
