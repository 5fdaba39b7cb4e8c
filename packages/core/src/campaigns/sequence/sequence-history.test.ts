import { expect, test } from "vitest";
import { messageIn, runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { listThreads } from "../../inbox/thread/thread.ts";
import { getThread } from "../../inbox/thread/thread-detail.ts";
import { messageIdOf } from "../message/send-id.ts";
import { getSequence, saveSequence } from "./sequence.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const stepOf = (subject: string, delayInDays: number, seq_number = 9) => ({
  seq_number,
  seq_delay_details: { delayInDays },
  variants: [{ letter: "A", subject, body: `<p>Words of ${subject}</p>` }],
});

test("steps are numbered anew when one is inserted, moved or deleted, and what was sent keeps its step and its text [SEQ-07]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 1,
    steps: [
      { delayInDays: 0, subject: "one", body: "<p>Words of one</p>" },
      { delayInDays: 2, subject: "two", body: "<p>Words of two</p>" },
    ],
    settings: { stop_on_reply: false },
  });
  await runAndSend(world, clock, 4);
  const { actor, campaignId: campaign_id } = world;

  const changes = {
    inserted: ["new", "one", "two"],
    moved: ["two", "new", "one"],
    deleted: ["two", "new"],
  };
  for (const subjects of Object.values(changes)) {
    const steps = subjects.map((subject, index) => stepOf(subject, index === 0 ? 0 : 2));
    await saveSequence(actor, { campaign_id, steps });
    const saved = (await getSequence(actor, { campaign_id })).steps;
    expect(saved.map(({ seq_number, variants }) => [seq_number, variants[0]?.subject])).toEqual(
      subjects.map((subject, index) => [index + 1, subject]),
    );
  }

  expect(await messageIn(world)).toMatchObject({ step: 1, status: "SENT", subject: "one" });
  const answers = messageIdOf(sendIdIn(world), "sender0@sender.example");
  await receive(world, { from: "lead0@prospect.example", answers });
  const [thread] = (await listThreads(actor, {})).items;
  const { messages } = await getThread(actor, { thread_id: thread?.id ?? 0 });
  expect(messages[0]).toMatchObject({ step: 1, subject: "one", text: "Words of one" });
});
