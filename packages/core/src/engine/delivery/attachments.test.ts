import { randomBytes } from "node:crypto";
import { deleteObject, putObject } from "@thaw/data/bucket";
import { readAttachment } from "@thaw/mail/message/read-attachment";
import { readMessage } from "@thaw/mail/message/read-message";
import { readStored } from "@thaw/text/stored-text";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
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
import { type SunkMail, startSink } from "../../../../../tests/support/sink.ts";
import { makeAttachment } from "../../../../../tests/support/upload.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { failureLine } from "../../campaigns/message/failure-line.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { getSequence, saveSequence } from "../../campaigns/sequence/sequence.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { Attachment } from "../../kernel/upload/upload.schema.ts";
import { retryMessage } from "./retry-message.ts";
import { sendBatch } from "./send-batch.ts";
import { sendHeld } from "./send-message.ts";
import { SendSession } from "./send-session.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

type Files = Record<string, Buffer>;

/** A campaign whose first step carries these files; the second carries none. */
async function worldWith(files: Files, options: { smtpPort: number; leads?: number }) {
  const world = await makeWorld({ leads: 1, mailboxes: 1, ...options, start: false });
  const { actor, campaignId: campaign_id } = world;
  const attachments: Attachment[] = [];
  for (const [name, content] of Object.entries(files)) {
    attachments.push(await makeAttachment(actor, name, content));
  }
  const { steps } = await getSequence(actor, { campaign_id });
  // What the screen claims of a file is not what is kept.
  const claimed = attachments.map((file) => ({ ...file, name: "other.exe", bytes: 1 }));
  const saved = await saveSequence(actor, {
    campaign_id,
    steps: steps.map((step, at) => (at === 0 ? { ...step, attachments: claimed } : step)),
  });
  expect(saved.steps[0]?.attachments).toEqual(attachments);
  expect((await getSequence(actor, { campaign_id })).steps[0]?.attachments).toEqual(attachments);
  await startCampaign(actor, { campaign_id });
  return { world, attachments };
}

async function filesIn({ raw }: SunkMail): Promise<Files> {
  const mail = Buffer.from(raw);
  const { attachments } = await readMessage(mail);
  const contents = await Promise.all(attachments.map((_, index) => readAttachment(mail, index)));
  return Object.fromEntries(
    attachments.map(({ fileName }, index) => [
      fileName,
      contents[index]?.content ?? Buffer.alloc(0),
    ]),
  );
}

test("every mail of a step carries the step's files byte by byte, and mails of other steps none", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const files = { "Angebot für Ümläute.pdf": randomBytes(200_000), "b.pdf": Buffer.from("b") };
  const { world } = await worldWith(files, { smtpPort: sink.port, leads: 2 });
  await runAndSend(world, clock, 12);
  expect(sink.mails).toHaveLength(2);
  for (const mail of sink.mails) {
    expect(await filesIn(mail)).toEqual(files);
    expect(mail.raw).toMatch(/^List-Unsubscribe-Post: /m);
    expect((await readMessage(Buffer.from(mail.raw))).html).toContain("<p>Hi Lee");
  }
  clock.set("2026-03-04T10:00:00.000Z");
  await runAndSend(world, clock, 12, [2]);
  expect(sink.mails).toHaveLength(4);
  expect(await filesIn(sink.mails[3] as SunkMail)).toEqual({});
  expect(sink.mails[3]?.raw).not.toContain("multipart/mixed");
});

test("a file is fetched and encoded once for all mails of a batch", async () => {
  await using sink = await startSink();
  const { attachments } = await worldWith({ "a.pdf": randomBytes(10) }, { smtpPort: sink.port });
  await using session = new SendSession();
  const hold = async () => {
    using held = await session.attachments.hold(attachments);
    return held.parts[0];
  };
  const [first, again] = await Promise.all([hold(), hold()]);
  await deleteObject(attachments[0]?.file_key ?? "");
  const later = await hold();
  expect(first).toBeInstanceOf(Buffer);
  expect(again).toBe(first);
  expect(later).toBe(first);
});

test("emails with large attachments wait for one another, so that a batch fits into its worker's memory", async () => {
  const actor = testActor();
  const a = await makeAttachment(actor, "a.pdf", randomBytes(15 * 1_048_576));
  const b = await makeAttachment(actor, "b.pdf", randomBytes(11 * 1_048_576));
  await using session = new SendSession();
  const holders = [await session.attachments.hold([a]), await session.attachments.hold([a])];
  let isHeld = false;
  const second = session.attachments.hold([b]).then((held) => {
    isHeld = true;
    return held;
  });
  for (const holder of holders) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isHeld).toBe(false);
    holder[Symbol.dispose]();
  }
  expect((await second).parts).toHaveLength(1);
});

async function outcomeOf(world: World) {
  const { accountId } = world.actor;
  const key = { accountId, campaignId: world.campaignId, leadId: world.leadIds[0] ?? 0 };
  const message = await messageIn(world);
  const lead = await findCampaignLead(key);
  return {
    status: message?.status,
    failure: message?.failure && readStored("en-US", failureLine(message.failure)).text,
    lead: lead?.stopReason,
  };
}

const LOADING_ERROR = {
  status: "FAILED",
  failure: "LOADING_ERROR: The attachment a.pdf cannot be loaded",
  lead: "failed",
};

test("a mail whose file is gone is FAILED with LOADING_ERROR, and leaves when it is tried again with the file [UPL-09]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const { world, attachments } = await worldWith(
    { "a.pdf": Buffer.from("a") },
    {
      smtpPort: sink.port,
    },
  );
  const key = attachments[0]?.file_key ?? "";
  await deleteObject(key);
  await runAndSend(world, clock, 4);
  expect(await outcomeOf(world)).toEqual(LOADING_ERROR);
  expect(sink.mails).toEqual([]);
  // A queue that brings the message again changes nothing.
  const job = jobIn(world);
  expect(await sendBatch([job])).toEqual([{ job }]);
  expect(await outcomeOf(world)).toEqual(LOADING_ERROR);

  await putObject(key, "a", "application/pdf");
  await retryMessage(world.actor, { campaign_id: world.campaignId, send_id: sendIdIn(world) });
  clock.move(6 * MINUTE_MS);
  await runAndSend(world, clock, 8);
  expect(await outcomeOf(world)).toMatchObject({ status: "SENT" });
  expect(sink.mails).toHaveLength(1);
  expect(await filesIn(sink.mails[0] as SunkMail)).toEqual({ "a.pdf": Buffer.from("a") });
});

test("a mail of a worker that died is FAILED by the next one when its file is gone", async () => {
  await using sink = await startSink();
  using _clock = stoppedClock(MONDAY);
  const { world, attachments } = await worldWith(
    { "a.pdf": Buffer.from("a") },
    {
      smtpPort: sink.port,
    },
  );
  await deleteObject(attachments[0]?.file_key ?? "");
  await planRun(world);
  const lease = { fence: "ours", leaseUntil: "2026-03-02T09:10:00.000Z" } as const;
  expect(await beginIn(world, lease)).toBe(true);
  await using session = new SendSession();
  await sendHeld((await messageIn(world)) as MessageRecord, lease.fence, session);
  expect(await outcomeOf(world)).toEqual(LOADING_ERROR);
});

test("a failure of the object store is temporary: the message waits and goes back to the queue", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const { world } = await worldWith(
    { "a.pdf": Buffer.from("a") },
    {
      smtpPort: sink.port,
    },
  );
  await planRun(world);
  clock.move(10 * MINUTE_MS);
  const job = jobIn(world);
  const bucket = process.env.BUCKET_FILES;
  process.env.BUCKET_FILES = "no-such-bucket";
  const [result] = await sendBatch([job]).finally(() => {
    process.env.BUCKET_FILES = bucket;
  });
  expect(result?.error).toBeDefined();
  expect((await messageIn(world))?.status).toBe("DRAFTED");
  await sendBatch([job]);
  expect((await messageIn(world))?.status).toBe("SENT");
});
