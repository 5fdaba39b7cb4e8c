import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { jobIn, messageIn, planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { archiveCampaign, unarchiveCampaign } from "../../campaigns/campaign/campaign-life.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { PlannedMail } from "../../campaigns/campaign-lead/waiting.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "./send-batch.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

type Row = Record<string, unknown>;

/** Until disposed of, reads that may be behind show records of an entity as `before` says they were; undefined: not there. */
function behind(entity: string, before: (row: Row) => Row | undefined): Disposable {
  const stop = client.intercept(async (action, input, next) => {
    const answer = await next(input);
    const [asked] = Object.values((input as { RequestItems?: Row }).RequestItems ?? {});
    const isWeak = (asked as { ConsistentRead?: boolean } | undefined)?.ConsistentRead === false;
    if (action !== "BatchGetItem" || !isWeak) return answer;
    const { Responses = {} } = answer as { Responses?: Record<string, Row[]> };
    const seen = Object.entries(Responses).map(([table, rows]) => [
      table,
      rows.flatMap((row) => (row.__edb_e__ === entity ? (before(row) ?? []) : row)),
    ]);
    return { ...answer, Responses: Object.fromEntries(seen) };
  });
  return { [Symbol.dispose]: stop };
}

test.each([
  ["was STOPPED", "campaignLead", (row: Row) => ({ ...row, status: "STOPPED" })],
  ["was at another step", "campaignLead", (row: Row) => ({ ...row, nextStep: 2 })],
  ["was not in the campaign", "campaignLead", () => undefined],
  ["was not there", "lead", () => undefined],
])(
  "a lead that %s a moment ago gets the mail that is planned for it by now",
  async (_, entity, before) => {
    await using sink = await startSink();
    using clock = stoppedClock("2026-03-02T09:00:00.000Z");
    const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
    await planRun(world);
    clock.move(15 * MINUTE_MS);
    const planned = (await findCampaignLead(jobIn(world)))?.planned as PlannedMail;
    {
      using _behind = behind(entity, before);
      await sendBatch([{ ...jobIn(world), plan: planned }]);
    }
    expect((await messageIn(world))?.status).toBe("SENT");
    expect(sink.mails).toHaveLength(1);
  },
);

test("a mail that was planned when its campaign was paused and archived leaves once that is brought back and goes on", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { actor, campaignId: campaign_id } = world;
  await planRun(world);
  await pauseCampaign(actor, { campaign_id });
  await archiveCampaign(actor, { campaign_id });
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world)]);
  await unarchiveCampaign(actor, { campaign_id });
  await startCampaign(actor, { campaign_id });
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world)]);
  expect(sink.mails).toHaveLength(1);
});
