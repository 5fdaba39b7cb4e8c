import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { jobIn, messageIn, runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { disconnectMailbox } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { configureSlot, readSlots } from "../../senders/send-slot/send-slot.ts";
import { reassignCampaignLeads } from "./reassign-leads.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test("first mails go out of the mailbox with the fewest that day, later ones of the same, which waits while it is disconnected unless its leads are reassigned [CAMP-42]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({
    smtpPort: sink.port,
    mailboxes: 2,
    leads: 4,
    settings: { stop_on_reply: false },
  });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const [lost = 0, other = 0] = world.mailboxIds;
  await runAndSend(world, clock, 18);
  const first = await Promise.all(leadIds.map((_, index) => messageIn(world, index)));
  const senders = first.map((message) => message?.mailboxId ?? 0);
  expect(senders.toSorted((a, b) => a - b)).toEqual([lost, lost, other, other]);

  await disconnectMailbox(actor.accountId, lost);
  await configureSlot({ accountId: actor.accountId, mailboxId: lost }, { sending: "off" });
  clock.move(2 * DAY_MS);
  await runAndSend(world, clock, 18, [2]);
  const second = async () =>
    Promise.all(
      leadIds.map(async (_, index) => {
        const message = await messageIn(world, index, 2);
        return message?.status === "SENT" ? message.mailboxId : undefined;
      }),
    );
  const expected = senders.map((sender) => (sender === lost ? undefined : sender));
  expect(await second()).toEqual(expected);

  const waiting = leadIds.filter((_, index) => senders[index] === lost);
  const to = (mailbox_id: number) =>
    reassignCampaignLeads(actor, { campaign_id, lead_ids: waiting, mailbox_id });
  await expect(to(lost)).rejects.toMatchObject({ code: "invalid" });
  expect(await to(other)).toEqual({ lead_ids: waiting, refused: [] });
  await runAndSend(world, clock, 18, [2]);
  expect(await second()).toEqual([other, other, other, other]);
  const raw = sink.mails.find(
    ({ to: [recipient], raw: text }) =>
      recipient === `lead${senders.indexOf(lost)}@prospect.example` && text.includes("checking"),
  )?.raw;
  expect(raw).toContain("Subject: Hello");
  expect(raw).not.toMatch(/^(In-Reply-To|References):/m);
});

test("a lead whose mail is planned is written to by the other mailbox, once, and the first gets its slot of the day back", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, mailboxes: 2, leads: 1 });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { accountId } = actor;
  await runAndSend(world, clock, 6);
  const first = await messageIn(world);
  const other = world.mailboxIds.find((id) => id !== first?.mailboxId) ?? 0;
  clock.move(2 * DAY_MS);
  await runTrigger({ accountId, campaignId: campaign_id }, "Etc/GMT");
  expect(await messageIn(world, 0, 2)).toMatchObject({
    status: "DRAFTED",
    mailboxId: first?.mailboxId,
  });
  const reassign = () =>
    reassignCampaignLeads(actor, { campaign_id, lead_ids: leadIds, mailbox_id: other });
  expect(await reassign()).toEqual({ lead_ids: leadIds, refused: [] });
  const [slot] = await readSlots(accountId, [first?.mailboxId ?? 0]);
  expect(slot?.pending).toBe(0);
  // The job that was queued first finds nothing to send.
  await sendBatch([jobIn(world, 0, 2)]);
  clock.move(15 * 60_000);
  await runAndSend(world, clock, 18, [2]);
  expect(await messageIn(world, 0, 2)).toMatchObject({ status: "SENT", mailboxId: other });
  expect(sink.mails).toHaveLength(2);
  expect(await reassign()).toEqual({ lead_ids: [], refused: leadIds });
});

test("a lead that is reassigned while a run plans its mail is written to by the other mailbox, and by that alone", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, mailboxes: 2, leads: 1 });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { accountId } = actor;
  await runAndSend(world, clock, 6);
  const { mailboxId = 0 } = (await messageIn(world)) ?? {};
  const other = world.mailboxIds.find((id) => id !== mailboxId) ?? 0;
  clock.move(2 * DAY_MS);
  const plannedAt = nowIso();
  // Once the run has read the lead and has its slot.
  let isReassigned = false;
  const stop = client.intercept(async (action, input, next) => {
    const answer = await next(input);
    if (!isReassigned && action === "UpdateItem" && JSON.stringify(input).includes("sendslot")) {
      isReassigned = true;
      const to = { campaign_id, lead_ids: leadIds, mailbox_id: other };
      expect((await reassignCampaignLeads(actor, to)).lead_ids).toEqual(leadIds);
    }
    return answer;
  });
  await runTrigger({ accountId, campaignId: campaign_id }, "Etc/GMT");
  stop();
  expect(isReassigned).toBe(true);
  const lead = await findCampaignLead(jobIn(world));
  expect(lead).toMatchObject({ mailboxId: other });
  expect(lead?.scheduledAt).toBeUndefined();
  const queued = { step: 2, variant: "A", sequenceVersion: 1, mailboxId, month: plannedAt };
  const plan = { ...queued, scheduledAt: plannedAt, dueAt: plannedAt };
  const job = { ...jobIn(world, 0, 2), plan };
  await sendBatch([job]);
  expect(sink.mails).toHaveLength(1);
  const [slot] = await readSlots(accountId, [mailboxId]);
  expect(slot?.pending).toBe(0);
  clock.move(15 * 60_000);
  await runAndSend(world, clock, 18, [2]);
  await sendBatch([job]);
  expect(await messageIn(world, 0, 2)).toMatchObject({ status: "SENT", mailboxId: other });
  expect(sink.mails).toHaveLength(2);
});
