import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { takePolls, tickMinutes } from "../../../../../tests/support/queued-polls.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { DAY_MS } from "../../duration.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { requireMailbox } from "./mailbox-record.ts";
import { readRarelyWhereUnused } from "./read-often.ts";

const START = "2026-03-02T09:00:20.000Z";
const cloud = await cloudOfFile();

/** How often the mailbox is queued within an hour, after a poll has looked at it. */
async function pollsAnHour(
  { accountId, mailboxId }: { accountId: number; mailboxId: number },
  clock: { move: (ms: number) => void },
): Promise<number> {
  await readRarelyWhereUnused(await requireMailbox(accountId, mailboxId));
  await tickMinutes(cloud, { accountId, clock }, 1);
  await takePolls(cloud, accountId);
  const queued = await tickMinutes(cloud, { accountId, clock }, 60);
  return queued.filter((poll) => poll.mailboxId === mailboxId).length;
}

test("a mailbox is read every five minutes while a campaign sends from it and for two weeks after, then every half hour until one does", async () => {
  using clock = stoppedClock(START);
  const { actor, campaignId, mailboxIds } = await makeWorld({ smtpPort: 1, leads: 1 });
  const { accountId } = actor;
  const key = { accountId, mailboxId: mailboxIds[0] ?? 0 };
  expect(await pollsAnHour(key, clock)).toBe(12);
  for (let day = 0; day < 20; day++) {
    clock.move(DAY_MS);
    await runTrigger({ accountId, campaignId }, "Etc/GMT");
  }
  expect(await pollsAnHour(key, clock)).toBe(12);
  await pauseCampaign(actor, { campaign_id: campaignId });
  clock.move(13 * DAY_MS);
  expect(await pollsAnHour(key, clock)).toBe(12);
  clock.move(3 * DAY_MS);
  expect(await pollsAnHour(key, clock)).toBe(2);
  await startCampaign(actor, { campaign_id: campaignId });
  expect(await pollsAnHour(key, clock)).toBe(12);
});

test("a mailbox that is added to a running campaign is read every five minutes at once", async () => {
  using clock = stoppedClock(START);
  const { actor, campaignId, mailboxIds } = await makeWorld({
    smtpPort: 1,
    leads: 1,
    mailboxes: 2,
  });
  const { accountId } = actor;
  const [first = 0, second = 0] = mailboxIds;
  const key = { accountId, mailboxId: second };
  await updateCampaign(actor, { campaign_id: campaignId, mailbox_ids: [first] });
  clock.move(17 * DAY_MS);
  expect(await pollsAnHour(key, clock)).toBe(2);
  await updateCampaign(actor, { campaign_id: campaignId, mailbox_ids: [first, second] });
  expect(await pollsAnHour(key, clock)).toBe(12);
});
