import { expect, test } from "vitest";
import {
  jobIn,
  messageIn,
  planRun,
  runAndSend,
} from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import type { World } from "../../../../../tests/support/world.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { deleteCampaign, restoreCampaign } from "../../campaigns/campaign/campaign-life.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { pauseCampaignLead } from "../../leads/lead/campaign-lead-actions.ts";
import { listMessageLog } from "./message-log.ts";
import { sendBatch } from "./send-batch.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A planned campaign. What is put into `meanwhile` happens when a mail was delivered and not yet accepted. */
async function planned(options: Parameters<typeof makeSinkWorld>[1] = {}) {
  const hook: { meanwhile?: (() => Promise<unknown>) | undefined } = {};
  const it = await makeSinkWorld(MONDAY, options, {
    async beforeAccept() {
      await hook.meanwhile?.();
    },
  });
  await planRun(it.world);
  it.clock.move(15 * MINUTE_MS);
  return Object.assign(it, { hook });
}

const send = (world: World, index = 0, step = 1) => sendBatch([jobIn(world, index, step)]);

const leadIn = ({ actor: { accountId }, campaignId, leadIds }: World, index = 0) =>
  findCampaignLead({ accountId, campaignId, leadId: leadIds[index] ?? 0 });

test("a campaign that is deleted while a mail of it leaves has that mail on record, and sends none of the others", async () => {
  await using it = await planned({ leads: 2, mailboxes: 2 });
  const { world, hook } = it;
  const { actor, campaignId: campaign_id } = world;
  hook.meanwhile = async () => {
    await pauseCampaign(actor, { campaign_id });
    await deleteCampaign(actor, { campaign_id, name: "Spring" });
  };
  expect(await send(world, 0)).toEqual([{ job: jobIn(world, 0) }]);
  expect(await send(world, 1)).toEqual([{ job: jobIn(world, 1) }]);
  expect(it.sink.mails).toHaveLength(1);
  expect((await leadIn(world, 0))?.status).toBe("INPROGRESS");
  expect((await leadIn(world, 1))?.status).toBe("STARTED");
  hook.meanwhile = undefined;
  await restoreCampaign(actor, { campaign_id });
  const log = await listMessageLog(actor, { campaign_id, kind: "sent" });
  expect(log.items).toHaveLength(1);
  await startCampaign(actor, { campaign_id });
  await runAndSend(world, it.clock, 18);
  expect(it.sink.mails).toHaveLength(2);
});

test("a lead that is paused while a mail leaves goes on with the next step when its pause is over", async () => {
  await using it = await planned();
  const { world, clock, hook, sink } = it;
  const lead = { campaign_id: world.campaignId, lead_id: world.leadIds[0] ?? 0 };
  hook.meanwhile = () =>
    pauseCampaignLead(world.actor, { ...lead, resume_at: "2026-03-09T09:00:00.000Z" });
  await send(world);
  hook.meanwhile = undefined;
  expect(await leadIn(world)).toMatchObject({
    status: "PAUSED",
    previousStatus: "INPROGRESS",
    nextStep: 2,
    changeReason: "manual",
  });
  clock.set("2026-03-08T09:00:00.000Z");
  await runAndSend(world, clock, 18, [2]);
  expect(sink.mails).toHaveLength(1);
  clock.set("2026-03-09T09:00:00.000Z");
  await runAndSend(world, clock, 4, [2]);
  expect(sink.mails).toHaveLength(2);
  expect((await leadIn(world))?.status).toBe("COMPLETED");
});

test("a follow-up to a mail whose outcome stayed unknown goes on with its subject", async () => {
  await using it = await planned();
  const { world, clock, hook, sink } = it;
  let handed = 0;
  hook.meanwhile = () => {
    handed += 1;
    return new Promise(() => undefined);
  };
  const worker = send(world);
  await expect.poll(() => handed).toBe(1);
  sink.cut();
  await worker;
  hook.meanwhile = undefined;
  clock.move(25 * HOUR_MS);
  await send(world);
  expect((await messageIn(world))?.status).toBe("UNKNOWN");
  clock.move(48 * 60 * MINUTE_MS);
  await runAndSend(world, clock, 18, [2]);
  const subjects = sink.mails.map(({ raw }) => /^Subject: (.*)$/im.exec(raw)?.[1]?.trim());
  expect(subjects).toEqual(["Re: Hello Lee0"]);
});
