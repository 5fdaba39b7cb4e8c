import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { happened } from "../../../../../tests/support/variant-figures.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { DAY_MS } from "../../duration.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { getCampaignAnalytics } from "../campaign/campaign-analytics.ts";
import { saveSequence } from "../sequence/sequence.ts";
import { readSteps } from "../sequence/sequence-record.ts";
import { getVariantPanel } from "./variant-panel.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
await cloudOfFile();

test("a variant has one rate: the panel of variants and the figures by step show the same emails, old texts and young emails included", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({
    smtpPort: 1,
    leads: 60,
    steps: [
      {
        delayInDays: 0,
        subject: "Hi",
        body: "<p>Hi</p>",
        shares: [50, 50],
        distribution: { mode: "ai", metric: "reply" },
      },
    ],
  });
  const { actor, campaignId } = world;
  const asked = { campaign_id: campaignId };
  const key = { accountId: actor.accountId, campaignId };
  await runTrigger(key, "Etc/GMT");
  await happened(world, "A", "2026-03-03", { sent: 38, replied: 4 });
  await happened(world, "B", "2026-03-03", { sent: 39, replied: 2 });
  clock.move(5 * DAY_MS);
  const steps = await readSteps(actor.accountId, campaignId, 1);
  const changed = steps.map((step) => ({
    ...step,
    variants: step.variants.map((one) => ({ ...one, body: `${one.body}<p>PS</p>` })),
  }));
  await saveSequence(actor, { ...asked, steps: changed });
  await runTrigger(key, "Etc/GMT");
  // Of these, some are old enough to be counted on the 13th, and some are not.
  await happened(world, "A", "2026-03-08", { sent: 39, replied: 1 });
  await happened(world, "A", "2026-03-12", { sent: 10, replied: 1 });
  clock.move(6 * DAY_MS);

  const [panel] = (await getVariantPanel(actor, asked)).steps;
  const { steps: table } = await getCampaignAnalytics(actor, asked);
  expect(
    panel?.variants.map(({ letter, figures }) => [letter, figures.sent, figures.replied]),
  ).toEqual(table.map(({ variant, sent, replied }) => [variant, sent, replied]));
  expect(panel?.variants).toMatchObject([
    { letter: "A", figures: { sent: 87, replied: 6 }, counted: 39, successes: 1 },
    { letter: "B", figures: { sent: 39, replied: 2 }, counted: 0, successes: 0 },
  ]);
  expect(panel).toMatchObject({ phase: "even", missing: { leading: 161, proved: 961 } });
});
