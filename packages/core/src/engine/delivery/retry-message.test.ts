import { isDeepStrictEqual } from "node:util";
import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import {
  jobIn,
  leaveUnknown,
  messageIn,
  planRun,
  runAndSend,
  sendIdIn,
} from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import { pauseCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { changeStatus } from "../../campaigns/campaign/campaign-status.ts";
import { blockLead, findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { MINUTE_MS } from "../../duration.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { deleteMailbox } from "../../senders/mailbox/mailbox-delete.ts";
import { listMessageLog } from "./message-log.ts";
import { markMessageSent, retryMessage } from "./retry-message.ts";
import { sendBatch } from "./send-batch.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const ONE_STEP = [{ delayInDays: 0, subject: "Hi", body: "<p>Hi</p>" }];

const idOf = (world: World, step = 1) => ({
  campaign_id: world.campaignId,
  send_id: sendIdIn(world, 0, step),
});

const leadOf = ({ actor, campaignId, leadIds }: World) =>
  findCampaignLead({ accountId: actor.accountId, campaignId, leadId: leadIds[0] ?? 0 });

const statusOf = async (world: World) =>
  (await requireCampaign(world.actor.accountId, world.campaignId)).status;

async function kindsOf(world: World): Promise<string[]> {
  const scope = { accountId: world.actor.accountId, campaignId: world.campaignId };
  const { items } = await readEvents({ ...scope, day: MONDAY.slice(0, 10) }, { limit: 50 });
  return items.map(({ kind }) => kind);
}

/** One lead, whose server says no until `accept` is called, and takes so long to let anyone in. */
async function refusedMail({
  connectMs = 0,
  ...options
}: Partial<WorldOptions> & { connectMs?: number } = {}) {
  let reply: string | undefined = "550 5.1.1 No such user";
  let clock: { move: (ms: number) => void } | undefined;
  const world = { steps: ONE_STEP, ...options };
  const onLogin = async () => clock?.move(connectMs);
  const it = await makeSinkWorld(MONDAY, world, { refuse: () => reply, onLogin });
  clock = it.clock;
  await runAndSend(it.world, it.clock, 2);
  return {
    ...it,
    accept: () => {
      reply = undefined;
    },
  };
}

/** The first mail of a world was delivered by a worker that died, and nobody can know what became of it. */
async function unknownMail(options: Partial<WorldOptions> = {}) {
  const it = await makeSinkWorld(MONDAY, { steps: ONE_STEP, ...options });
  const { world } = it;
  const job = jobIn(world);
  await leaveUnknown(world);
  await sendBatch([job]);
  return { ...it, job };
}

test("a mail that failed is sent again by hand, its lead goes on and its campaign too [CAMP-24]", async () => {
  await using it = await refusedMail();
  expect(await messageIn(it.world)).toMatchObject({ status: "FAILED" });
  expect(await leadOf(it.world)).toMatchObject({ status: "STOPPED", stopReason: "bounce" });
  const listFailed = async () => {
    const campaign_id = it.world.campaignId;
    const { items } = await listMessageLog(it.world.actor, { campaign_id, kind: "failed" });
    return items;
  };
  expect(await listFailed()).toMatchObject([
    {
      email: "lead0@prospect.example",
      sender: "sender0@sender.example",
      message_status: "FAILED",
      detail: expect.stringContaining("No such user"),
    },
  ]);
  await complete(it.world);
  it.accept();
  const done = await retryMessage(it.world.actor, idOf(it.world));
  expect(done).toEqual({ send_id: sendIdIn(it.world), status: "DRAFTED" });
  expect(await statusOf(it.world)).toBe("ACTIVE");
  const lead = await leadOf(it.world);
  expect(lead).toMatchObject({ status: "STARTED", nextStep: 1 });
  expect(lead?.stopReason).toBeUndefined();
  expect((await messageIn(it.world))?.failure).toBeUndefined();
  expect(it.sink.mails).toHaveLength(0);
  it.clock.move(10 * MINUTE_MS);
  await runAndSend(it.world, it.clock, 8);
  expect(it.sink.mails.map(({ to }) => to)).toEqual([["lead0@prospect.example"]]);
  expect(await listFailed()).toMatchObject([{ message_status: "SENT" }]);
  expect(await leadOf(it.world)).toMatchObject({ status: "COMPLETED" });
  const kinds = await kindsOf(it.world);
  expect(kinds.filter((kind) => kind === "lead-reopened")).toHaveLength(1);
});

test("a mail that is tried again leaves although its mailbox takes seconds to connect", async () => {
  await using it = await refusedMail({ connectMs: 2_000 });
  it.accept();
  it.clock.move(10 * MINUTE_MS);
  await retryMessage(it.world.actor, idOf(it.world));
  await runAndSend(it.world, it.clock, 8);
  expect(it.sink.mails.map(({ to }) => to)).toEqual([["lead0@prospect.example"]]);
  expect(await messageIn(it.world)).toMatchObject({ status: "SENT" });
});

test("a mail that fails once more ends its lead once more", async () => {
  await using it = await refusedMail();
  it.clock.move(10 * MINUTE_MS);
  await retryMessage(it.world.actor, idOf(it.world));
  it.clock.move(MINUTE_MS);
  await runAndSend(it.world, it.clock, 8);
  expect(await messageIn(it.world)).toMatchObject({ status: "FAILED" });
  const kinds = (await kindsOf(it.world)).filter((kind) => kind.startsWith("lead-"));
  expect(kinds).toEqual(["lead-finished", "lead-reopened", "lead-finished"]);
});

test("a mail whose tries were used up gets all of them again", async () => {
  await using sink = await startSink({ refuse: () => "450 4.2.2 Mailbox full" });
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, steps: ONE_STEP });
  const tries = async () => {
    for (const wait of [0, 6, 31, 121]) {
      clock.move(wait * MINUTE_MS);
      await sendBatch([jobIn(world)]);
    }
    return (await messageIn(world))?.status;
  };
  await planRun(world);
  expect(await tries()).toBe("FAILED");
  await retryMessage(world.actor, idOf(world));
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world)]);
  expect(await messageIn(world)).toMatchObject({ status: "DRAFTED", attempts: 1 });
});

test("a mail of unknown outcome is sent again only when someone says so, and once", async () => {
  await using it = await unknownMail();
  expect(await leadOf(it.world)).toMatchObject({ status: "COMPLETED", nextStep: 2 });
  await retryMessage(it.world.actor, idOf(it.world));
  expect(await leadOf(it.world)).toMatchObject({ status: "STARTED", nextStep: 1 });
  it.clock.move(20 * MINUTE_MS);
  await runAndSend(it.world, it.clock, 16);
  expect(it.sink.mails).toHaveLength(1);
  expect(await leadOf(it.world)).toMatchObject({ status: "COMPLETED" });
});

test("a follow-up of unknown outcome goes back to the thread of the mail before", async () => {
  const steps = [...ONE_STEP, { delayInDays: 1, subject: "", body: "<p>And?</p>" }];
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, steps });
  await runAndSend(world, clock, 10);
  clock.set("2026-03-03T09:10:00.000Z");
  await leaveUnknown(world, 2);
  await sendBatch([jobIn(world, 0, 2)]);
  await retryMessage(world.actor, idOf(world, 2));
  const lead = await leadOf(world);
  expect(lead).toMatchObject({ status: "INPROGRESS", nextStep: 2, lastSendId: sendIdIn(world) });
  clock.move(20 * MINUTE_MS);
  await runAndSend(world, clock, 16, [2]);
  expect(sink.mails).toHaveLength(2);
  expect(sink.mails[1]?.raw).toContain(`In-Reply-To: <${sendIdIn(world)}.`);
});

test("a mail of unknown outcome that someone has seen arrive counts as sent, once", async () => {
  await using it = await unknownMail();
  const log = { campaign_id: it.world.campaignId, kind: "unknown" as const };
  expect((await listMessageLog(it.world.actor, log)).items).toMatchObject([
    { message_status: "FAILED", is_outcome_unknown: true },
  ]);
  const done = await markMessageSent(it.world.actor, idOf(it.world));
  expect(done.status).toBe("SENT");
  const message = await messageIn(it.world);
  expect(message).toMatchObject({ status: "SENT", sentAt: message?.scheduledAt });
  expect((await kindsOf(it.world)).filter((kind) => kind === "sent")).toHaveLength(1);
  const [row] = (await listMessageLog(it.world.actor, log)).items;
  expect(row).toMatchObject({ message_status: "SENT" });
  expect(row?.is_outcome_unknown).toBeUndefined();
  await expect(markMessageSent(it.world.actor, idOf(it.world))).rejects.toMatchObject({
    code: "invalid_transition",
  });
  await expect(retryMessage(it.world.actor, idOf(it.world))).rejects.toMatchObject({
    code: "invalid_transition",
  });
});

test("an event that is recorded again is the same, also where a mail of unknown outcome turned out to have left", async () => {
  using events = recordedEvents();
  await using it = await unknownMail();
  await markMessageSent(it.world.actor, idOf(it.world));
  // The queue delivers the message once more.
  await sendBatch([it.job]);
  expect(events.of("unknown")).toHaveLength(2);
  expect(events.of("sent")).toHaveLength(1);
  expect(events.changed()).toEqual([]);
});

test("ten people who send one mail again cause one", async () => {
  await using it = await refusedMail();
  it.accept();
  it.clock.move(10 * MINUTE_MS);
  const results = await (async () => {
    using _race = raceWrites(10, /^TransactWrite/);
    return Promise.allSettled(
      Array.from({ length: 10 }, () => retryMessage(it.world.actor, idOf(it.world))),
    );
  })();
  const refused = results.flatMap((each) => (each.status === "rejected" ? each.reason : []));
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 9 }, () => "conflict"));
  await runAndSend(it.world, it.clock, 8);
  expect(it.sink.mails).toHaveLength(1);
});

test("a lead that was stopped or blocked for another reason gets no second mail", async () => {
  await using it = await refusedMail();
  const { accountId } = it.world.actor;
  const [leadId = 0] = it.world.leadIds;
  await blockLead({ accountId, campaignId: it.world.campaignId, leadId }, 1);
  const attempt = retryMessage(it.world.actor, idOf(it.world));
  await expect(attempt).rejects.toThrow("Its lead is blocked.");
  expect(await messageIn(it.world)).toMatchObject({ status: "FAILED" });
});

test("while the next mail is on its way the one before cannot be sent again", async () => {
  const steps = [...ONE_STEP, { delayInDays: 1, subject: "", body: "<p>And?</p>" }];
  await using it = await unknownMail({ steps });
  it.clock.set("2026-03-03T09:10:00.000Z");
  await planRun(it.world);
  expect((await leadOf(it.world))?.scheduledAt).toBeDefined();
  const attempt = retryMessage(it.world.actor, idOf(it.world));
  await expect(attempt).rejects.toThrow("pause the campaign first");
});

test("a paused campaign keeps the mail until it goes on; a stopped one refuses it", async () => {
  await using it = await refusedMail();
  await pauseCampaign(it.world.actor, { campaign_id: it.world.campaignId });
  await retryMessage(it.world.actor, idOf(it.world));
  expect(await statusOf(it.world)).toBe("PAUSED");
  await using other = await refusedMail();
  const { actor, campaignId } = other.world;
  await changeStatus(actor, await requireCampaign(actor.accountId, campaignId), "STOPPED", "user");
  await expect(retryMessage(actor, idOf(other.world))).rejects.toMatchObject({
    code: "invalid_transition",
  });
});

test("a completed campaign that could not go on says why, and nothing changes", async () => {
  await using it = await refusedMail();
  await complete(it.world);
  await deleteMailbox(it.world.actor, { mailbox_id: it.world.mailboxIds[0] ?? 0 });
  const attempt = retryMessage(it.world.actor, idOf(it.world));
  await expect(attempt).rejects.toThrow("Choose at least one connected mailbox.");
  expect(await messageIn(it.world)).toMatchObject({ status: "FAILED" });
  expect(await statusOf(it.world)).toBe("COMPLETED");
});

test("mail of another account or campaign does not exist, and readers change nothing", async () => {
  await using it = await refusedMail();
  const stranger = testActor();
  const id = idOf(it.world);
  for (const operation of [retryMessage, markMessageSent]) {
    await expect(operation(stranger, id)).rejects.toMatchObject({ code: "not_found" });
    const elsewhere = { ...id, campaign_id: id.campaign_id + 1 };
    await expect(operation(it.world.actor, elsewhere)).rejects.toMatchObject({ code: "not_found" });
    const reader = { ...it.world.actor, permissions: new Set(["campaigns:read"] as const) };
    await expect(operation(reader, id)).rejects.toMatchObject({ code: "forbidden" });
  }
});

async function complete({ actor, campaignId }: World) {
  const campaign = await requireCampaign(actor.accountId, campaignId);
  await changeStatus(actor, campaign, "COMPLETED", "all_leads_finished");
}

type Row = Record<string, unknown>;
type Writes = { RequestItems?: Record<string, { PutRequest?: { Item: Row } }[]> } & {
  TransactItems?: { Put?: { Item: Row } }[];
};

/** Every event that is written from here on, as often as it is. */
function recordedEvents() {
  const rows: Row[] = [];
  const stop = client.intercept((_action, input, next) => {
    const { RequestItems = {}, TransactItems = [] } = input as Writes;
    const batch = Object.values(RequestItems).flat();
    const items = batch.map((write) => write.PutRequest?.Item);
    for (const item of [...items, ...TransactItems.map(({ Put }) => Put?.Item)]) {
      if (item?.__edb_e__ === "event") rows.push(item);
    }
    return next(input);
  });
  return {
    of: (kind: string) => rows.filter((row) => row.kind === kind),
    changed: () =>
      rows.filter((row) => {
        const first = rows.find(({ pk, sk }) => pk === row.pk && sk === row.sk);
        return !isDeepStrictEqual(row, first);
      }),
    [Symbol.dispose]: stop,
  };
}
