import { presentMessage } from "@thaw/core/campaigns/message/planned-message";
import { saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { readSteps } from "@thaw/core/campaigns/sequence/sequence-record";
import { getVariantPanel } from "@thaw/core/campaigns/variant/variant-panel";
import { DAY_MS, HOUR_MS } from "@thaw/core/duration";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { expect, test } from "vitest";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { happened } from "../../../../tests/support/variant-figures.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { allTexts } from "../../messages/all.server.ts";
import { installTextSource } from "../../messages/source.ts";
import { textOf } from "../../messages/text.tsx";
import { comparisonOf, explain } from "./variant-comparison.ts";

await cloudOfFile();
installTextSource(allTexts);

test("a leader gets most leads, a variant proved on a Monday every one until the step's texts change, and the screen says which, and how many emails are missing [SEQ-16]", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const distribution = { mode: "ai", metric: "reply" } as const;
  const step = { delayInDays: 0, subject: "Hi", body: "<p>Hi</p>", shares: [50, 50], distribution };
  const world = await makeWorld({ smtpPort: 1, mailboxes: 7, leads: 60, steps: [step] });
  const { actor, campaignId, leadIds } = world;
  const key = { accountId: actor.accountId, campaignId };
  const lettersOf = async () => {
    const planned = leadIds.map((leadId) => presentMessage({ ...key, leadId, step: 1 }));
    return (await Promise.all(planned)).map((message) => message?.variant);
  };
  const t = textOf("en-US", "campaign-detail");
  const seen = async () => {
    const { steps } = await getVariantPanel(actor, { campaign_id: campaignId });
    const [panel] = steps;
    if (!panel) throw new Error("No panel");
    const shares = panel.variants.map(({ share }) => share);
    return { shares, comparison: comparisonOf(t, panel), copy: explain(t, panel) };
  };

  await runTrigger(key, "Etc/GMT");
  const before = await lettersOf();
  await happened(world, "A", "2026-03-03", { sent: 99, replied: 2 });
  await happened(world, "B", "2026-03-03", { sent: 120, replied: 40 });
  clock.move(5 * DAY_MS);
  const early = await seen();
  expect(early.comparison).toBe("Learning");
  expect(early.copy).toMatch(/\b1 more counted email until a variant can lead/);

  await happened(world, "A", "2026-03-04", { sent: 301, replied: 6 });
  await happened(world, "B", "2026-03-04", { sent: 380, replied: 40 });
  clock.move(DAY_MS);
  const leading = await seen();
  expect(leading).toMatchObject({ shares: [5, 95], comparison: "Leading: variant B" });
  expect(leading.copy).toMatch(/\b100 more counted emails until a winner can be proved/);

  await happened(world, "A", "2026-03-05", { sent: 100, replied: 1 });
  // Sunday 2026-03-15: all is counted, and the week is not over.
  clock.move(7 * DAY_MS - 9 * HOUR_MS);
  expect(await seen()).toMatchObject({
    comparison: "Leading: variant B",
    copy: expect.stringContaining("judged on Mondays"),
  });
  clock.move(DAY_MS);
  await runTrigger(key, "Etc/GMT");
  expect(await seen()).toMatchObject({ shares: [0, 100], comparison: "Winning variant: B" });
  clock.move(9 * HOUR_MS);
  await runTrigger(key, "Etc/GMT");
  const after = await lettersOf();
  expect(new Set(after.filter((letter, index) => letter !== before[index]))).toEqual(
    new Set(["B"]),
  );

  const steps = await readSteps(key.accountId, campaignId, 1);
  const changed = steps.map((one) => ({
    ...one,
    variants: one.variants.map((each) => ({ ...each, body: `${each.body}<p>PS</p>` })),
  }));
  await saveSequence(actor, { campaign_id: campaignId, steps: changed });
  expect(await seen()).toMatchObject({ shares: [50, 50], comparison: "Too early to tell" });
});
