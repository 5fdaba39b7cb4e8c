import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { happened } from "../../../../../tests/support/variant-figures.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { assignToClient } from "../../accounts/client/assign-to-client.ts";
import { createClient, getClient } from "../../accounts/client/client.ts";
import { authenticateToken, issueSession } from "../../accounts/session/session.ts";
import { getCampaign, listCampaigns } from "../../campaigns/campaign/campaign.ts";
import { getCampaignAnalytics } from "../../campaigns/campaign/campaign-analytics.ts";
import { getVariantPanel } from "../../campaigns/variant/variant-panel.ts";
import { RATED, type RatedFigures, rateOf } from "./rate.schema.ts";

await cloudOfFile();

const ratesOf = (figures: RatedFigures) => RATED.map((name) => rateOf(figures, name));
const shareOf = (figures: RatedFigures, name: (typeof RATED)[number]) => {
  const { part, whole } = rateOf(figures, name);
  return part / whole;
};

test("a rate is of the emails sent, not of the leads contacted, and is trusted from 20 emails on", () => {
  const figures = {
    contacted: 10,
    sent: 20,
    opened: 12,
    clicked: 5,
    replied: 4,
    positive: 2,
    bounced: 1,
    unsubscribed: 3,
  };
  expect(RATED.map((name) => shareOf(figures, name))).toEqual([0.6, 0.25, 0.2, 0.1, 0.05, 0.15]);
  expect(rateOf(figures, "opened").isTrusted).toBe(true);
  expect(rateOf({ ...figures, sent: 19 }, "opened").isTrusted).toBe(false);
});

test("a campaign has the same rates in the list, above its pages, in its totals, steps and variants, and its client sees the same figures", async () => {
  using _clock = stoppedClock("2026-03-06T09:00:00.000Z");
  const owner = await testUser("owner", "glacier-2026");
  const origin = { ip: "192.0.2.1", userAgent: "test" };
  const actor = await authenticateToken((await issueSession(owner, origin)).token);
  const step = { delayInDays: 0, subject: "Hi", body: "<p>Hi</p>", shares: [50, 50] };
  const world = await makeWorld({ smtpPort: 1, leads: 1, start: false, steps: [step], actor });
  const asked = { campaign_id: world.campaignId };
  const email = `${crypto.randomUUID()}@client.example`;
  const { id: client_id } = await createClient(actor, { name: "Bolt", email, permissions: "none" });
  await assignToClient(actor, { client_id, campaign_ids: [world.campaignId] });
  const own = { A: { opened: 21, clicked: 9, replied: 5, bounced: 2, unsubscribed: 1 } };
  await happened(world, "A", "2026-03-02", { sent: 40, ...own.A });
  await happened(world, "B", "2026-03-03", { sent: 30, opened: 10, replied: 6 });
  // Opened more than once, and by programs: of no rate.
  await happened(world, "A", "2026-03-04", { "opened-again": 7, "machine-opened": 8 });

  const { items } = await listCampaigns(actor, {});
  const { totals, steps } = await getCampaignAnalytics(actor, asked);
  const [panel] = (await getVariantPanel(actor, asked)).steps;
  const { figures: theirs } = await getClient(actor, { client_id });
  const rates = ratesOf(totals);
  expect(rates.map(({ part, whole }) => [part, whole])).toEqual(
    [31, 9, 11, 0, 2, 1].map((part) => [part, 70]),
  );
  expect(items.map(({ figures }) => ratesOf(figures))).toEqual([rates]);
  expect(ratesOf((await getCampaign(actor, asked)).figures)).toEqual(rates);
  expect(steps.map((each) => rateOf(each, "opened"))).toMatchObject([
    { part: 21, whole: 40 },
    { part: 10, whole: 30 },
  ]);
  expect(panel?.variants.map(({ figures }) => ratesOf(figures))).toEqual(steps.map(ratesOf));
  expect(totals).toMatchObject(theirs);
});
