import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { report } from "../../../../../tests/mail-lab/reports.ts";
import {
  jobIn,
  leaveUnknown,
  messageIn,
  planRun,
  runAndSend,
  sendIdIn,
} from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { ingestRaw, receive } from "../../../../../tests/support/inbound.ts";
import { storeAccount } from "../../../../../tests/support/records.ts";
import { makeSentWorld, makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { changeStatus } from "../../campaigns/campaign/campaign-status.ts";
import { dueAtOf, findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { nowIso } from "../../clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { removeSuppression } from "../../leads/suppression/block-list.ts";
import { findEntries, optOut } from "../../leads/suppression/suppression.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { markMessageSent } from "./retry-message.ts";
import { sendBatch } from "./send-batch.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const LEAD = "lead0@prospect.example";
const FULL = { status: "4.2.2", diagnostic: "452 4.2.2 The mailbox is full" };
const ONE_STEP = [{ delayInDays: 0, subject: "Hi", body: "<p>Hi</p>" }];

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A campaign whose first mail has left, at 09:00 on a Monday. */
const begun = (options: Partial<WorldOptions> = {}) =>
  makeSentWorld(MONDAY, { steps: ONE_STEP, ...options });

type Begun = Awaited<ReturnType<typeof begun>>;

/** A delivery report about the first lead's mail. */
function returned({ world }: Begun, { step = 1, ...more }: object & { step?: number } = {}) {
  const original = messageIdOf(sendIdIn(world, 0, step), "sam@sender.example");
  const mail = { to: "sender0@sender.example", recipient: LEAD, original, ...FULL, ...more };
  return ingestRaw(world, report(mail));
}

const leadIn = ({ world: { actor, campaignId, leadIds } }: Begun) =>
  findCampaignLead({ accountId: actor.accountId, campaignId, leadId: leadIds[0] ?? 0 });

const recordIn = async ({ world: { actor, leadIds } }: Begun) =>
  (await findLeads(actor.accountId, leadIds)).get(leadIds[0] ?? 0);

const entriesIn = ({ world }: Begun) => findEntries(world.actor.accountId, [LEAD]);

/** Kinds of the campaign's events of a week, sorted; those of starting left out. */
async function kindsOf({ actor: { accountId }, campaignId }: World): Promise<string[]> {
  const days = Array.from({ length: 7 }, (_, index) => `2026-03-0${index + 2}`);
  const pages = await Promise.all(
    days.map((day) => readEvents({ accountId, campaignId, day }, { limit: 100 })),
  );
  const kinds = pages.flatMap(({ items }) => items.map(({ kind }) => kind));
  return kinds.filter((kind) => kind !== "leads-added" && kind !== "campaign-status").toSorted();
}

async function sendAt(it: Begun, hours: number) {
  it.clock.set(new Date(Date.parse(MONDAY) + hours * HOUR_MS).toISOString());
  await runAndSend(it.world, it.clock, 12);
}

test("a mail that comes back for now is sent again after 4, 24 and 48 hours with its Message-ID, then counts as hard in its campaign [LEAD-28]", async () => {
  await using it = await begun();
  for (const [index, hours] of [4, 24, 48].entries()) {
    await returned(it);
    expect((await messageIn(it.world))?.status).toBe("DRAFTED");
    await sendAt(it, hours - 1);
    expect(it.sink.mails).toHaveLength(index + 1);
    await sendAt(it, hours + 0.2);
    expect(it.sink.mails).toHaveLength(index + 2);
    expect((await leadIn(it))?.status).toBe("COMPLETED");
  }
  const ids = it.sink.mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw.toString())?.[1]);
  expect(new Set(ids).size).toBe(1);
  await returned(it);
  expect(await leadIn(it)).toMatchObject({ status: "COMPLETED" });
  expect((await messageIn(it.world))?.bouncedAt).toBeDefined();
  await sendAt(it, 100);
  expect(it.sink.mails).toHaveLength(4);
  // This address may be written to elsewhere.
  expect((await recordIn(it))?.bouncedAt).toBeUndefined();
  expect(await entriesIn(it)).toEqual([]);
  const kinds = await kindsOf(it.world);
  expect(kinds.filter((kind) => kind === "sent")).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "resent")).toHaveLength(3);
  expect(kinds.filter((kind) => kind === "soft-bounced")).toHaveLength(4);
});

test("with steps still to come the lead waits for the one that came back, and stops after the last try", async () => {
  await using it = await begun({
    steps: [...ONE_STEP, { delayInDays: 20, subject: "", body: "<p>Still?</p>" }],
  });
  for (const hours of [4, 24, 48]) {
    await returned(it);
    expect(await leadIn(it)).toMatchObject({ nextStep: 1, mailboxId: it.world.mailboxIds[0] });
    await sendAt(it, hours);
    expect(await leadIn(it)).toMatchObject({ nextStep: 2, status: "INPROGRESS" });
  }
  await returned(it);
  expect(await leadIn(it)).toMatchObject({ status: "STOPPED", stopReason: "bounce" });
  expect(await kindsOf(it.world)).toContain("bounced");
});

test("one report read twice, and two about one try, cause one further mail", async () => {
  await using it = await begun();
  const original = messageIdOf(sendIdIn(it.world), "sam@sender.example");
  const raw = report({ to: "sender0@sender.example", recipient: LEAD, original, ...FULL });
  await Promise.all([ingestRaw(it.world, raw), ingestRaw(it.world, raw)]);
  await returned(it);
  expect(await messageIn(it.world)).toMatchObject({ softBounces: 1, resends: 1 });
  await sendAt(it, 4);
  await ingestRaw(it.world, raw);
  expect(it.sink.mails).toHaveLength(2);
  expect(await messageIn(it.world)).toMatchObject({ softBounces: 1, status: "SENT" });
});

/** Nothing of what is known of the address has changed. */
async function expectGoodAddress(it: Begun) {
  expect(await entriesIn(it)).toEqual([]);
  expect((await recordIn(it))?.bouncedAt).toBeUndefined();
}

test("a mail that is refused for its sender is sent again like any that may pass, then ends in its campaign; the address stays good", async () => {
  await using it = await begun();
  const blocked = { status: "5.7.1", diagnostic: "550 5.7.1 Client host blocked by zen.example" };
  for (const hours of [4, 24, 48]) {
    await returned(it, blocked);
    await sendAt(it, hours);
  }
  expect(it.sink.mails).toHaveLength(4);
  await returned(it, blocked);
  const message = await messageIn(it.world);
  expect(message?.bouncedAt).toBeDefined();
  expect(message?.bounceCause).toBe("sender");
  await expectGoodAddress(it);
});

test("a text that is refused for good is not sent again; the address stays good", async () => {
  await using it = await begun();
  const spam = { status: "5.7.1", diagnostic: "554 5.7.1 Message rejected as spam" };
  await returned(it, spam);
  await sendAt(it, 4);
  expect(it.sink.mails).toHaveLength(1);
  expect(await messageIn(it.world)).toMatchObject({ status: "SENT", bounceCause: "message" });
  await expectGoodAddress(it);
});

test("a network that nobody reaches for days is tried three times, is on record with its cause, and blames nobody", async () => {
  await using it = await begun();
  const lost = {
    status: "4.4.1",
    diagnostic: "connect to mx.prospect.example: Connection timed out",
  };
  for (const hours of [4, 24, 48]) {
    await returned(it, lost);
    await sendAt(it, hours);
  }
  await returned(it, lost);
  const { accountId } = it.world.actor;
  const scope = { accountId, campaignId: it.world.campaignId, day: "2026-03-04" };
  const { items } = await readEvents(scope, { limit: 50, kinds: ["bounced"] });
  expect(items).toMatchObject([{ cause: "network", detail: expect.stringContaining("timed out") }]);
  await expectGoodAddress(it);
});

test("who has replied or unsubscribed, or whose next mail is planned, gets nothing twice", async () => {
  await using replied = await begun({ settings: { stop_on_reply: false } });
  const answers = messageIdOf(sendIdIn(replied.world), "sam@sender.example");
  await receive(replied.world, { from: LEAD, answers });
  await returned(replied);
  expect((await messageIn(replied.world))?.status).toBe("SENT");

  await using later = await begun();
  await returned(later);
  await receive(later.world, {
    from: LEAD,
    answers: messageIdOf(sendIdIn(later.world), "sam@sender.example"),
  });
  await sendAt(later, 4);
  expect(later.sink.mails).toHaveLength(1);

  await using gone = await begun();
  const { accountId } = gone.world.actor;
  await optOut(accountId, LEAD, { source: "unsubscribe", createdBy: 0 });
  await returned(gone);
  expect((await messageIn(gone.world))?.status).toBe("SENT");

  await using goesOn = await begun({
    steps: [...ONE_STEP, { delayInDays: 1, subject: "", body: "<p>Still?</p>" }],
  });
  await sendAt(goesOn, 23.95);
  const before = goesOn.sink.mails.length;
  await returned(goesOn);
  expect((await messageIn(goesOn.world))?.status).toBe("SENT");
  expect(goesOn.sink.mails).toHaveLength(before);
});

test("a campaign that was COMPLETED by the mail that came back goes on with it", async () => {
  await using it = await begun();
  const { accountId } = it.world.actor;
  const campaign = await requireCampaign(accountId, it.world.campaignId);
  await changeStatus(it.world.actor, campaign, "COMPLETED", "done");
  await returned(it);
  await sendAt(it, 4);
  expect(it.sink.mails).toHaveLength(2);
});

test("a campaign that was COMPLETED does not go on with mail that came back after its account's plan has ended", async () => {
  await using it = await begun();
  const { accountId } = it.world.actor;
  const campaign = await requireCampaign(accountId, it.world.campaignId);
  await changeStatus(it.world.actor, campaign, "COMPLETED", "done");
  await storeAccount(accountId, "Etc/GMT", "BASE", { subscriptionEndsAt: nowIso() });
  await returned(it);
  expect((await requireCampaign(accountId, it.world.campaignId)).status).toBe("COMPLETED");
  await sendAt(it, 4);
  expect(it.sink.mails).toHaveLength(1);
});

test("a hard bounce stops the lead in every campaign, flags the address and blocks it; mail of a new campaign is not sent [LEAD-28]", async () => {
  await using it = await begun();
  const other = await makeWorld({ smtpPort: it.sink.port, leads: 1, within: it.world });
  const nobody = { status: "5.1.1", diagnostic: "550 5.1.1 User unknown" };
  await returned(it, nobody);
  const { accountId } = it.world.actor;
  expect(await entriesIn(it)).toMatchObject([{ value: LEAD, source: "bounce" }]);
  expect((await recordIn(it))?.bouncedAt).toBeDefined();
  const elsewhere = { accountId, campaignId: other.campaignId, leadId: it.world.leadIds[0] ?? 0 };
  expect(await findCampaignLead(elsewhere)).toMatchObject({
    status: "STOPPED",
    stopReason: "bounce",
  });
  await runAndSend(other, it.clock, 12);
  expect(it.sink.mails).toHaveLength(1);
  // A user who takes the address off the list says that it is good.
  await removeSuppression(it.world.actor, { value: LEAD });
  expect((await recordIn(it))?.bouncedAt).toBeUndefined();
});

test("where nobody knows whether it left again, that is on record, its next step counts from that try, and proof makes it no second mail", async () => {
  const steps = [...ONE_STEP, { delayInDays: 1, subject: "", body: "<p>And?</p>" }];
  await using it = await begun({ steps });
  const { world, clock } = it;
  await returned(it);
  clock.set("2026-03-02T13:30:00.000Z");
  await leaveUnknown(world);
  await sendBatch([jobIn(world)]);
  const kinds = ["sent", "soft-bounced", "unknown"];
  expect(await kindsOf(world)).toEqual(kinds);
  expect(dueAtOf((await leadIn(it))?.due ?? "")).toMatch(/^2026-03-03T13:3/);
  await markMessageSent(world.actor, { campaign_id: world.campaignId, send_id: sendIdIn(world) });
  await sendBatch([jobIn(world)]);
  expect(await kindsOf(world)).toEqual(["resent", ...kinds]);
});

test("a mail that comes back before its worker could put it on record is on record once", async () => {
  await using it = await makeSinkWorld(MONDAY, { steps: ONE_STEP });
  const { world, clock } = it;
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  const die = client.intercept((action, input, next) =>
    action === "BatchWriteItem" ? Promise.reject(new Error("killed")) : next(input),
  );
  await expect(sendBatch([jobIn(world)])).rejects.toThrow("killed");
  die();
  expect(await kindsOf(world)).toEqual([]);
  await returned(it);
  expect((await messageIn(world))?.status).toBe("DRAFTED");
  await sendBatch([{ ...jobIn(world), isBegun: true }]);
  expect(await kindsOf(world)).toEqual(["lead-reopened", "sent", "soft-bounced"]);
  const events = await readEvents(
    { accountId: world.actor.accountId, campaignId: world.campaignId, day: MONDAY.slice(0, 10) },
    { limit: 10, kinds: ["sent"] },
  );
  expect(events.items).toMatchObject([{ at: (await messageIn(world))?.sentAt, step: 1 }]);
});
