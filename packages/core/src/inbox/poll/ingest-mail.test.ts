import { expect, test } from "vitest";
import { runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { ingestRaw, receive } from "../../../../../tests/support/inbound.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import type { World } from "../../../../../tests/support/world.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { listMailboxes } from "../../senders/mailbox/mailbox.ts";
import { listThreads } from "../thread/thread.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const LEAD = "lead0@prospect.example";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const leadIn = ({ actor: { accountId }, campaignId, leadIds: [leadId = 0] }: World) =>
  findCampaignLead({ accountId, campaignId, leadId });

const namesIn = async ({ actor }: World, folder: "inbox" | "untracked") =>
  (await listThreads(actor, { folder })).items.map(({ email }) => email);

test.each([{ order: [0, 1] }, { order: [1, 0] }])(
  "a reply with a colleague's mailbox in copy stops its lead, whichever mailbox is read first: $order",
  async ({ order }) => {
    await using it = await makeSinkWorld(MONDAY, { mailboxes: 2 });
    const { world } = it;
    await runAndSend(world, it.clock, 4);
    // A first mail goes out of the mailbox with the lowest id.
    expect((await leadIn(world))?.mailboxId).toBe(world.mailboxIds[0]);
    const answers = messageIdOf(sendIdIn(world), "sender0@sender.example");
    const answer = Buffer.from(
      [
        `From: ${LEAD}`,
        "To: sender0@sender.example",
        "Cc: sender1@sender.example",
        "Subject: Re: Hello",
        `Date: ${new Date(MONDAY).toUTCString()}`,
        "Message-ID: <one@prospect.example>",
        `In-Reply-To: ${answers}`,
        "",
        "Bob, in copy, knows more.",
        "",
      ].join("\r\n"),
    );
    for (const index of [...order, ...order]) await ingestRaw(world, answer, index);
    expect(await leadIn(world)).toMatchObject({ status: "STOPPED", stopReason: "reply" });
    expect(await namesIn(world, "inbox")).toEqual([LEAD]);
    // It is in the colleague's mailbox, too, and there once.
    expect(await namesIn(world, "untracked")).toEqual([LEAD]);
  },
);

test("a day of return is counted from when someone wrote it, however late the mailbox is read", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const { world, clock } = it;
  await runAndSend(world, clock, 4);
  const written = new Date(MONDAY).toUTCString();
  clock.set("2026-03-05T09:00:00.000Z");
  await receive(world, {
    from: LEAD,
    answers: messageIdOf(sendIdIn(world), "sender0@sender.example"),
    subject: "Out of office",
    text: "I am out of the office, back on Wednesday.",
    date: written,
    headers: ["Auto-Submitted: auto-replied"],
  });
  const lead = await leadIn(world);
  expect(lead?.status).toBe("PAUSED");
  // Wednesday the 4th, and a day.
  expect(lead?.due).toMatch(/^2026-03-05T00:00:00.000Z/);
});

test("of strangers' emails those from before the mailbox was connected stay where they are", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const { world, clock } = it;
  const [mailbox] = (await listMailboxes(world.actor, {})).items;
  const connectedAt = Date.parse(mailbox?.created_at ?? "");
  clock.move(60_000);
  const dated = (at: number) => new Date(at).toUTCString();
  await receive(world, { from: "old@else.example", date: dated(connectedAt - 60_000) });
  await receive(world, { from: "new@else.example", date: dated(connectedAt + 30_000) });
  expect(await namesIn(world, "untracked")).toEqual(["new@else.example"]);
});
