import { client } from "@thaw/data/table";
import { expect, onTestFinished, test } from "vitest";
import { runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { renameReply } from "../../../../../tests/support/records.ts";
import { makeSentWorld, makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { now } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { resumeByHand } from "../../leads/lead/change-lead-status.ts";
import { findMailbox } from "../../senders/mailbox/mailbox-record.ts";
import { deliverReply } from "../thread/deliver-reply.ts";
import { sendReply } from "../thread/reply.ts";
import { listThreads } from "../thread/thread.ts";
import { getThread } from "../thread/thread-detail.ts";
import { ingestSent } from "./ingest-sent.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const US = "sender0@sender.example";
const LEAD = "lead0@prospect.example";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** A campaign that goes on after replies, whose first mails have left. */
const begun = (options: Partial<WorldOptions> = {}) =>
  makeSentWorld(MONDAY, { settings: { stop_on_reply: false }, ...options });

type Written = {
  to?: string;
  cc?: string;
  from?: string;
  answers?: string;
  at?: number;
  headers?: readonly string[];
  text?: string;
  id?: string;
};

/** An email as a program leaves it in the Sent folder of the first mailbox. */
function written({ to = LEAD, cc, from = US, answers, at = now(), ...more }: Written = {}) {
  return Buffer.from(
    [
      `From: Sam <${from}>`,
      `To: ${to}`,
      ...(cc ? [`Cc: ${cc}`] : []),
      "Subject: Re: Hello",
      `Date: ${new Date(at).toUTCString()}`,
      `Message-ID: ${more.id ?? `<${crypto.randomUUID()}@phone.example>`}`,
      ...(answers ? [`In-Reply-To: ${answers}`, `References: ${answers}`] : []),
      ...(more.headers ?? []),
      "",
      more.text ?? "From my phone.",
      "",
    ].join("\r\n"),
  );
}

async function lieInSent({ actor, mailboxIds }: World, source: Buffer) {
  const mailbox = await findMailbox(actor.accountId, mailboxIds[0] ?? 0);
  if (!mailbox) throw new Error("There is no mailbox");
  const internalDate = new Date(now() + MINUTE_MS);
  const size = { sizeBytes: source.length, tooLarge: false };
  await ingestSent(mailbox, { uid: 1, flags: [], internalDate, source, ...size });
}

const firstMail = (world: World, index = 0) => messageIdOf(sendIdIn(world, index), US);

const leadIn = ({ actor: { accountId }, campaignId, leadIds }: World, index = 0) =>
  findCampaignLead({ accountId, campaignId, leadId: leadIds[index] ?? 0 });

const listed = async ({ actor }: World, folder: "inbox" | "unread" | "sent" | "untracked") =>
  (await listThreads(actor, { folder })).items;

/** How many emails are in conversations that left from another program. */
async function outgoing(world: World) {
  const threads = await listed(world, "sent");
  const details = await Promise.all(
    threads.map(({ id }) => getThread(world.actor, { thread_id: id })),
  );
  return details.flatMap(({ messages }) =>
    messages.filter(({ direction, step }) => direction === "out" && step === undefined),
  );
}

const STOPPED = { status: "STOPPED", stopReason: "own_email" };
const RUNNING = { status: "INPROGRESS" };

test("a reply that a user sends from another program is our reply in the conversation, and stops the lead's sequence", async () => {
  await using it = await begun();
  const { world, clock } = it;
  const received = await receive(world, { from: LEAD, answers: firstMail(world) });
  expect(await leadIn(world)).toMatchObject(RUNNING);
  expect(await listed(world, "unread")).toHaveLength(1);
  clock.move(10 * MINUTE_MS);
  await lieInSent(world, written({ answers: received, text: "Gladly.\r\n\r\n> Yes, call me." }));
  expect(await leadIn(world)).toMatchObject(STOPPED);
  expect([await listed(world, "inbox"), await listed(world, "unread")]).toEqual([[], []]);
  expect(await listed(world, "sent")).toMatchObject([{ state: "answered", snippet: "Gladly." }]);
  expect(await outgoing(world)).toMatchObject([
    { direction: "out", from: US, to: LEAD, text: "Gladly.", has_whole: true, is_shortened: true },
  ]);
});

test("an email by hand to a lead who has not replied begins their conversation, one before the campaign's first mail does not", async () => {
  await using it = await begun();
  const { world } = it;
  await lieInSent(world, written({ at: Date.parse(MONDAY) - MINUTE_MS }));
  expect(await leadIn(world)).toMatchObject(RUNNING);
  expect(await listed(world, "sent")).toEqual([]);
  await lieInSent(world, written());
  expect(await leadIn(world)).toMatchObject(STOPPED);
  expect(await listed(world, "sent")).toMatchObject([{ email: LEAD, state: "answered" }]);
  expect(await outgoing(world)).toMatchObject([{ text: "From my phone." }]);
  // What comes back to it comes home, from whatever address.
  await lieInSent(world, written({ id: "<new@phone.example>" }));
  await receive(world, { from: "lee@home.example", answers: "<new@phone.example>" });
  expect(await listed(world, "inbox")).toMatchObject([{ email: "lee@home.example" }]);
  expect(await listed(world, "untracked")).toEqual([]);
});

test.each<[string, (first: string) => Written]>([
  [
    "a forward of the conversation to somebody else",
    (answers) => ({ to: "me@else.example", answers }),
  ],
  ["an email to a stranger", () => ({ to: "friend@else.example" })],
  ["an absence note", (answers) => ({ answers, headers: ["Auto-Submitted: auto-replied"] })],
  [
    "a newsletter of another program",
    () => ({ headers: ["List-Unsubscribe: <https://x.example>"] }),
  ],
  ["a mailing that says so", () => ({ headers: ["Precedence: bulk"] })],
  ["an email to a list", () => ({ headers: ["List-Id: <team.list.example>"] })],
  [
    "a test email of ours",
    () => ({ id: "<test.6f1c1a52-7a0e-4a37-9e0a-0d9be1e3a111@sender.example>" }),
  ],
  [
    "an email to more than twenty people that goes on with nothing",
    () => ({ cc: Array.from({ length: 20 }, (_, index) => `p${index}@else.example`).join(", ") }),
  ],
  ["what a lead wrote, filed among ours", (answers) => ({ from: LEAD, to: US, answers })],
  [
    "what another lead wrote to this one, filed among ours",
    (answers) => ({ from: "boss@x.example", answers, headers: [`Delivered-To: ${US}`] }),
  ],
])("%s changes nothing", async (_what, mailOf) => {
  await using it = await begun();
  await lieInSent(it.world, written(mailOf(firstMail(it.world))));
  expect(await leadIn(it.world)).toMatchObject(RUNNING);
  expect(await listed(it.world, "sent")).toEqual([]);
});

test("who merely has an address of the same provider as a lead is a stranger", async () => {
  await using it = await begun({ leadEmail: () => "lee@gmail.com" });
  await lieInSent(it.world, written({ to: "friend@gmail.com", answers: firstMail(it.world) }));
  expect(await leadIn(it.world)).toMatchObject(RUNNING);
  expect(await listed(it.world, "sent")).toEqual([]);
});

test("a forward to a colleague of ours changes nothing, also where another one has written in the conversation", async () => {
  await using it = await begun();
  const { world } = it;
  const received = await receive(world, { from: "boss@sender.example", answers: firstMail(world) });
  await lieInSent(world, written({ to: "desk@sender.example", answers: received }));
  expect(await leadIn(world)).toMatchObject(RUNNING);
  expect(await listed(world, "sent")).toEqual([]);
});

test("an email to two leads is in both conversations although the poll that read it died between them", async () => {
  await using it = await begun({ leads: 2 });
  const { world } = it;
  const mail = written({ cc: "lead1@prospect.example", answers: firstMail(world) });
  let stored = 0;
  const stop = client.intercept((action, input, next) => {
    const isStoring =
      action === "TransactWriteItems" && /threadmessage/i.test(JSON.stringify(input));
    if (isStoring && ++stored === 2) throw new Error("Killed");
    return next(input);
  });
  onTestFinished(stop);
  await expect(lieInSent(world, mail)).rejects.toThrow("Killed");
  expect(await outgoing(world)).toHaveLength(1);
  await lieInSent(world, mail);
  expect(await outgoing(world)).toHaveLength(2);
});

test("an email to a lead whom no campaign of this mailbox has written to changes nothing", async () => {
  await using it = await makeSinkWorld(MONDAY);
  await lieInSent(it.world, written());
  expect(await leadIn(it.world)).toMatchObject({ status: "STARTED" });
  expect(await listed(it.world, "sent")).toEqual([]);
});

test("an alias, someone's assistant and a copy to a second lead are seen: each lead that it went to stops", async () => {
  await using it = await begun({ leads: 2 });
  const { world } = it;
  const first = firstMail(world);
  const second = "lead1@prospect.example";
  await lieInSent(
    world,
    written({ from: "sam@alias.example", to: "desk@prospect.example", cc: second, answers: first }),
  );
  expect([await leadIn(world, 0), await leadIn(world, 1)]).toMatchObject([STOPPED, STOPPED]);
  const emails = (await listed(world, "sent")).map(({ email }) => email);
  expect(emails.toSorted()).toEqual([LEAD, second]);
  expect(await outgoing(world)).toHaveLength(2);
});

test("read again, by three workers at once, and after the server renumbered it is there once; a lead that someone resumed goes on", async () => {
  await using it = await begun();
  const { world, clock } = it;
  const { actor, campaignId, leadIds } = world;
  const mail = written();
  await Promise.all([lieInSent(world, mail), lieInSent(world, mail), lieInSent(world, mail)]);
  expect(await outgoing(world)).toHaveLength(1);
  expect(await leadIn(world)).toMatchObject(STOPPED);
  clock.move(MINUTE_MS);
  const { accountId } = actor;
  const key = { accountId, campaignId, leadId: leadIds[0] ?? 0 };
  await resumeByHand(actor, key, await requireCampaign(accountId, campaignId));
  await lieInSent(world, mail);
  expect(await leadIn(world)).toMatchObject(RUNNING);
  // The same where the email was never noted: its poll died.
  await lieInSent(world, written({ at: now() - 2 * MINUTE_MS }));
  expect(await leadIn(world)).toMatchObject(RUNNING);
});

test("a reply of the lead that came after ours keeps the conversation in Inbox", async () => {
  await using it = await begun();
  const { world, clock } = it;
  const at = now();
  clock.move(MINUTE_MS);
  await receive(world, { from: LEAD, answers: firstMail(world), text: "And this." });
  await lieInSent(world, written({ at, answers: firstMail(world) }));
  expect(await listed(world, "unread")).toMatchObject([{ state: "inbox", snippet: "And this." }]);
  expect(await listed(world, "sent")).toHaveLength(1);
});

test("it counts in the campaign of its conversation: others that write to the lead go on", async () => {
  await using it = await begun();
  const { world, clock } = it;
  const options = { smtpPort: it.sink.port, leads: 1, within: world };
  const sibling = await makeWorld({ ...options, settings: { stop_on_reply: false } });
  await runAndSend(sibling, clock, 8);
  clock.move(MINUTE_MS);
  await lieInSent(world, written({ answers: firstMail(world) }));
  expect(await leadIn(world)).toMatchObject(STOPPED);
  expect(await leadIn(sibling)).toMatchObject(RUNNING);
  // Without a thread it is the campaign that wrote last.
  await lieInSent(world, written());
  expect(await leadIn(sibling)).toMatchObject(STOPPED);
});

test("a reply from our inbox stops the sequence too, and its copy in Sent under the server's own Message-ID is no second one", async () => {
  await using it = await begun();
  const { world, clock, sink } = it;
  const { actor } = world;
  await receive(world, { from: LEAD, answers: firstMail(world) });
  clock.move(5 * MINUTE_MS);
  const [thread] = await listed(world, "inbox");
  const { message_id } = await sendReply(actor, { thread_id: thread?.id ?? 0, body: "Gladly." });
  clock.move(MINUTE_MS);
  await deliverReply(actor.accountId, `${thread?.id}|${message_id}`);
  expect(await leadIn(world)).toMatchObject({ ...STOPPED, changedBy: actor.userId });
  expect(sink.mails).toHaveLength(2);
  const [at = "", messageKey = ""] = message_id.split("|");
  const id = "<0100019a-000000@email.amazonses.example>";
  await renameReply({ ...actor, threadId: thread?.id ?? 0, at, messageKey }, id);
  await lieInSent(world, written({ id, answers: firstMail(world) }));
  expect(await outgoing(world)).toHaveLength(1);
});

test("a reply by hand to a person who is no lead takes the conversation out of Untracked", async () => {
  await using it = await begun();
  const { world, clock } = it;
  const received = await receive(world, { from: "friend@else.example" });
  expect(await listed(world, "untracked")).toHaveLength(1);
  clock.move(MINUTE_MS);
  await lieInSent(world, written({ to: "friend@else.example", answers: received }));
  expect(await listed(world, "untracked")).toEqual([]);
  expect(await listed(world, "sent")).toMatchObject([{ email: "friend@else.example" }]);
});
