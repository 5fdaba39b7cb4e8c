import { expect, test } from "vitest";
import {
  jobIn,
  messageIn,
  planRun,
  runAndSend,
  sendIdIn,
} from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { ALWAYS_OPEN, makeWorld, type World } from "../../../../../tests/support/world.ts";
import { DO_NOT_CONTACT } from "../../accounts/category/category.schema.ts";
import { NOBODY } from "../../actor.ts";
import { createCampaign, updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { saveSequence } from "../../campaigns/sequence/sequence.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { unsubscribe } from "../../engine/tracking/tracking.ts";
import { signTracking } from "../../engine/tracking/tracking-token.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { listThreads, setCategory } from "../../inbox/thread/thread.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { addSuppression } from "./block-list.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const EMAIL = "lead0@prospect.example";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Another campaign of the world with the same people, whose first mails are planned and have not left. */
async function planSecond(world: World): Promise<World> {
  const { id: campaignId } = await createCampaign(world.actor, { name: "Second" });
  const step = { seq_number: 1, seq_delay_details: { delayInDays: 0 } };
  const variants = [{ letter: "A", subject: "Once more", body: "<p>Hi</p>" }];
  await saveSequence(world.actor, { campaign_id: campaignId, steps: [{ ...step, variants }] });
  const { mailboxIds: mailbox_ids } = world;
  await updateCampaign(world.actor, {
    campaign_id: campaignId,
    mailbox_ids,
    schedule: ALWAYS_OPEN,
  });
  await addLeads(world.actor, { campaign_id: campaignId, leads: [{ email: EMAIL }] });
  await startCampaign(world.actor, { campaign_id: campaignId });
  await runTrigger({ accountId: world.actor.accountId, campaignId }, "Etc/GMT");
  return { ...world, campaignId };
}

const statusIn = async ({ actor, campaignId, leadIds }: World) => {
  const key = { accountId: actor.accountId, campaignId, leadId: leadIds[0] ?? 0 };
  return (await findCampaignLead(key))?.status;
};

const WAYS = {
  "an entry on the block list": (world: World) =>
    addSuppression(world.actor, { value: EMAIL.toUpperCase() }),
  "an unsubscribe": ({ actor, ...world }: World) =>
    unsubscribe(NOBODY, {
      token: signTracking({
        kind: "unsubscribe",
        accountId: actor.accountId,
        sendId: sendIdIn({ actor, ...world }),
      }),
    }),
  "the category Do Not Contact": async (world: World) => {
    const answers = messageIdOf(sendIdIn(world), "sender0@sender.example");
    await receive(world, { from: EMAIL, answers });
    const [thread] = (await listThreads(world.actor, {})).items;
    const category = { thread_id: thread?.id ?? 0, category_id: DO_NOT_CONTACT };
    await setCategory(world.actor, category);
  },
};

test.each(Object.entries(WAYS))(
  "%s blocks the lead in every campaign and cancels what is planned [LEAD-11]",
  async (_way, block) => {
    await using sink = await startSink();
    using clock = stoppedClock(MONDAY);
    const first = await makeWorld({
      smtpPort: sink.port,
      leads: 1,
      settings: { stop_on_reply: false },
    });
    await runAndSend(first, clock, 4);
    const second = await planSecond(first);
    expect(sink.mails).toHaveLength(1);
    expect([await statusIn(first), await statusIn(second)]).toEqual(["INPROGRESS", "STARTED"]);
    expect((await messageIn(second))?.status).toBe("DRAFTED");

    await block(first);

    expect([await statusIn(first), await statusIn(second)]).toEqual(["BLOCKED", "BLOCKED"]);
    clock.move(15 * MINUTE_MS);
    await sendBatch([jobIn(second)]);
    expect((await messageIn(second))?.status).toBe("STOPPED");
    expect(sink.mails).toHaveLength(1);
  },
);

test("an entry keeps people out at import and again just before the send, whatever the case, with all subdomains [LEAD-24]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const people = ["a@eu.Blocked.example", "b@notblocked.example", "C@Other.example"];
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 3,
    mailboxes: 3,
    leadEmail: (index) => people[index] ?? "",
  });
  await planRun(world);
  await addSuppression(world.actor, { value: "BLOCKED.example" });
  await addSuppression(world.actor, { value: "c@other.EXAMPLE" });
  clock.move(15 * MINUTE_MS);
  await sendBatch(world.leadIds.map((_, index) => jobIn(world, index)));
  expect(sink.mails.map(({ to }) => to[0])).toEqual(["b@notblocked.example"]);

  const { results } = await addLeads(world.actor, {
    campaign_id: world.campaignId,
    leads: ["d@BLOCKED.example", "e@mail.blocked.example", "f@notblocked.example"].map((email) => ({
      email,
    })),
  });
  expect(results.map(({ outcome }) => outcome)).toEqual(["blocked", "blocked", "imported"]);
});
