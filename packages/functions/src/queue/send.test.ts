import { findCampaignLead } from "@thaw/core/campaigns/campaign-lead/campaign-lead";
import type { PlannedMail } from "@thaw/core/campaigns/campaign-lead/waiting";
import { now, nowIso, toIso } from "@thaw/core/clock";
import { takeSendSlot } from "@thaw/core/senders/send-slot/send-slot";
import type { Context, SQSEvent, SQSRecord } from "aws-lambda";
import { expect, test } from "vitest";
import { beginIn, jobIn, messageIn, planRun } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { handler } from "./send.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const bring = (job: unknown, received: number) => {
  const attributes = { ApproximateReceiveCount: String(received) };
  const record = { messageId: "1", body: JSON.stringify(job), attributes } as SQSRecord;
  return handler({ Records: [record] } satisfies SQSEvent, {} as Context, () => undefined);
};

test("what the queue brings once more after a worker died with it is resolved at once, though its mailbox is busy", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const { accountId } = world.actor;
  await planRun(world);
  const plan = (await findCampaignLead(jobIn(world)))?.planned as PlannedMail;
  const leaseUntil = toIso(now() - 25 * 3_600_000);
  expect(await beginIn(world, { fence: "dead", leaseUntil })).toBe(true);
  clock.move(15 * 60_000);
  const at = { now: nowIso(), gapBefore: toIso(now() - 180_000), day: nowIso().slice(0, 10) };
  const taken = await takeSendSlot({ accountId, mailboxId: plan.mailboxId }, at);
  expect(taken.refusal).toBeUndefined();
  const job = { ...jobIn(world), plan };
  await bring(job, 1);
  expect((await messageIn(world))?.status).toBe("SENDING");
  await bring(job, 2);
  expect((await messageIn(world))?.status).toBe("UNKNOWN");
});
