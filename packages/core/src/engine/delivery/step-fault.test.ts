import { expect, test } from "vitest";
import {
  beginIn,
  jobIn,
  messageIn,
  planRun,
  runAndSend,
  sendIdIn,
} from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { eventsOfToday } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { monthlyQuotaOf, readMonthlyUsed } from "../../accounts/subscription-plan/monthly-quota.ts";
import { getCampaign } from "../../campaigns/campaign/campaign.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { findCampaignLead, SHARDS } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { saveSequence } from "../../campaigns/sequence/sequence.ts";
import { moveLeads } from "../../campaigns/sequence/sequence-move.ts";
import { now } from "../../clock.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { projectEvents } from "../../reporting/counter/project-events.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { listMessageLog } from "./message-log.ts";
import { retryMessage } from "./retry-message.ts";
import { sendHeld } from "./send-message.ts";
import { SendSession } from "./send-session.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const FAULT = /^template: The body has an error: Unclosed \{\{/;

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Saves a second step with this text; what is wrong with it a campaign that does not send takes as a draft. */
const saveSecond = ({ actor, campaignId: campaign_id }: World, body: string) =>
  saveSequence(actor, {
    campaign_id,
    steps: ["<p>Hi</p>", body].map((text, index) => ({
      seq_number: index + 1,
      seq_delay_details: { delayInDays: 2 * index },
      variants: [{ letter: "A", subject: index === 0 ? "Hello" : "", body: text }],
    })),
  });

/** Counts what has happened today, as the table's stream does. */
async function countAll({ actor: { accountId }, campaignId }: World): Promise<void> {
  await projectEvents(await eventsOfToday(accountId, campaignId));
}

/** A lead that was moved to a version whose second step cannot be read; the next version is right again. */
async function worldAtFault(smtpPort: number, clock: { move: (ms: number) => void }) {
  const world = await makeWorld({ smtpPort, leads: 1 });
  const { actor, campaignId } = world;
  await runAndSend(world, clock, 4);
  await pauseCampaign(actor, { campaign_id: campaignId });
  const { version } = await saveSecond(world, "<p>Again {{first_name</p>");
  const from = { shard: (world.leadIds[0] ?? 0) % SHARDS, leadId: 0 };
  await moveLeads({ accountId: actor.accountId, campaignId }, { version, actorId: 0, from });
  expect((await findCampaignLead(jobIn(world)))?.sequenceVersion).toBe(version);
  await saveSecond(world, "<p>Right again</p>");
  await startCampaign(actor, { campaign_id: campaignId });
  await countAll(world);
  clock.move(2 * DAY_MS);
  return world;
}

test("a step that cannot be read FAILS its mail and ends its lead, its campaign completes, and once it is fixed the mail leaves", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await worldAtFault(sink.port, clock);
  const { actor, campaignId: campaign_id, leadIds } = world;
  const used = async () => readMonthlyUsed(await monthlyQuotaOf(actor.accountId, now()));
  const statusOf = async () => (await getCampaign(actor, { campaign_id })).status;
  await runAndSend(world, clock, 4, [2]);
  expect(await messageIn(world, 0, 2)).toMatchObject({
    status: "FAILED",
    failure: { kind: "template", text: expect.stringMatching(/^template.bodyFault /) },
  });
  expect(sink.mails).toHaveLength(1);
  expect(await used()).toBe(1);
  const about = { campaign_id, lead_id: leadIds[0] ?? 0 };
  expect(await explainLead(actor, about)).toMatchObject({
    rule: "lead_stopped",
    figures: { reason: "failed" },
    fix: "sequence",
    mails: [{ step: 1 }, { step: 2, failure: expect.stringMatching(FAULT) }],
  });
  const log = await listMessageLog(actor, { campaign_id, kind: "failed" });
  expect(log.items).toMatchObject([{ message_status: "FAILED", step: 2 }]);
  await countAll(world);
  clock.move(21 * MINUTE_MS);
  await planRun(world);
  expect(await statusOf()).toBe("COMPLETED");

  await retryMessage(actor, { campaign_id, send_id: sendIdIn(world, 0, 2) });
  expect(await statusOf()).toBe("ACTIVE");
  await runAndSend(world, clock, 8, [2]);
  expect((await messageIn(world, 0, 2))?.status).toBe("SENT");
  expect(sink.mails[1]?.raw).toContain("Right again");
  expect(await used()).toBe(2);
});

test("a mail of a worker that died is FAILED by the next one when its step cannot be read", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await worldAtFault(sink.port, clock);
  await planRun(world);
  const lease = { fence: "ours", leaseUntil: MONDAY } as const;
  expect(await beginIn(world, lease, 2)).toBe(true);
  await using session = new SendSession();
  await sendHeld((await messageIn(world, 0, 2)) as MessageRecord, lease.fence, session);
  expect(await messageIn(world, 0, 2)).toMatchObject({ status: "FAILED" });
  expect(await findCampaignLead(jobIn(world))).toMatchObject({ stopReason: "failed" });
});
