import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { messageIdOf } from "@thaw/core/campaigns/message/send-id";
import { now, toIso } from "@thaw/core/clock";
import { MINUTE_MS } from "@thaw/core/duration";
import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { applyDelivery } from "@thaw/core/inbox/poll/apply-delivery";
import { getThreadMessage } from "@thaw/core/inbox/thread/thread-detail";
import { findLeads } from "@thaw/core/leads/lead/lead-record";
import { MailboxEntity } from "@thaw/core/senders/mailbox/mailbox.entity";
import { MailboxCursorEntity } from "@thaw/core/senders/mailbox/mailbox-cursor.entity";
import { cycleAt } from "@thaw/core/senders/mailbox/mailbox-poll";
import { describe, expect, test } from "vitest";
import { beginIn, jobIn, messageIn, runAndSend, sendIdIn } from "../support/campaign-run.ts";
import { countRequests } from "../support/count-requests.ts";
import { pollMailbox } from "../support/poll-mailbox.ts";
import { tickMinutes } from "../support/queued-polls.ts";
import type { WorldOptions } from "../support/world.ts";
import {
  answer,
  append,
  begunCampaign,
  cursorIn,
  happenings,
  KEEPER,
  LEAD,
  labCampaign,
  labWithCloud,
  leadIn,
  letter,
  mailboxIn,
  mailboxKey,
  OTHER,
  poll,
  post,
  type Running,
  readFolder,
  SENDER,
  sendFirstStep,
  theThread,
  threadsIn,
} from "./campaign.ts";
import { eventually, submit } from "./mailbox.ts";

const { found, lab, cloud } = await labWithCloud();

const begun = (options?: Partial<WorldOptions>) => begunCampaign(lab, options);

/** What a worker that died after the effects leaves: nothing of the poll is noted. */
async function forgetPoll({ world }: Running) {
  await MailboxCursorEntity.delete(mailboxKey(world)).go();
}

describe.runIf(found)("Reading mailboxes on Dovecot and Postfix", () => {
  test("an answer makes an unread conversation, one reply event and stops the lead [CAMP-08]", async () => {
    using it = await begun();
    const mail = await post(lab, answer(it.first, { body: "Yes, call me.\r\n\r\n> Hi Lee0" }));
    await poll(it);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect(await leadIn(it.world)).toMatchObject({ status: "STOPPED", stopReason: "reply" });
    expect(await threadsIn(it.world, "unread")).toMatchObject([
      { email: LEAD, is_unread: true, snippet: "Yes, call me.", campaign_id: it.world.campaignId },
    ]);
    const { messages } = await theThread(it.world);
    expect(messages).toMatchObject([
      { direction: "out", step: 1, subject: "Hello Lee0", text: "Hi Lee0" },
      { direction: "in", kind: "human", from: LEAD, text: "Yes, call me.", has_whole: true },
    ]);
    const whole = await getThreadMessage(it.world.actor, {
      thread_id: (await theThread(it.world)).id,
      message_id: messages[1]?.id ?? "",
    });
    expect(whole.text).toContain("> Hi Lee0");
    // MBX-20: nobody else sees that we read it.
    const [there] = await readFolder(lab, SENDER);
    expect(there?.messageId).toBe(mail.messageId);
    expect(there?.flags).not.toContain("\\Seen");
  });

  test("the same answer in Inbox, Junk and Sent is one entry and one event", async () => {
    using it = await begun();
    const mail = letter(answer(it.first));
    for (const folder of ["INBOX", "Junk", "Sent"]) await append(lab, SENDER, mail.raw, folder);
    await poll(it);
    await append(lab, SENDER, mail.raw, "INBOX");
    await poll(it);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect((await theThread(it.world)).messages).toHaveLength(2);
  });

  test("an answer that lies only in Junk still counts, spam from strangers does not", async () => {
    using it = await begun();
    await append(lab, SENDER, letter(answer(it.first)).raw, "Junk");
    await append(lab, SENDER, letter({ from: OTHER, to: SENDER }).raw, "Junk");
    await poll(it);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect(await threadsIn(it.world)).toHaveLength(1);
    expect(await threadsIn(it.world, "untracked")).toEqual([]);
  });

  test("a poll that dies before its cursor is noted is read again and changes nothing twice", async () => {
    using it = await begun();
    await post(lab, answer(it.first));
    await poll(it);
    await forgetPoll(it);
    await poll(it);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect((await theThread(it.world)).messages).toHaveLength(2);
  });

  test("a poll that dies between its effects and its entry is finished by the next", async () => {
    using it = await begun();
    const mail = await post(lab, answer(it.first));
    const message = await messageIn(it.world);
    if (!message) throw new Error("There is no message");
    const date = /^Date: (.*)$/m.exec(mail.raw.toString())?.[1] ?? "";
    const received = { at: toIso(Date.parse(date)), key: "x" };
    await applyDelivery(message, { kind: "human" }, received);
    await poll(it);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect((await theThread(it.world)).messages).toHaveLength(2);
  });

  test("three workers at once on one mailbox take in each mail once", async () => {
    using it = await begun();
    await post(lab, answer(it.first));
    await Promise.all([poll(it), poll(it), poll(it)]);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect((await theThread(it.world)).messages).toHaveLength(2);
  });

  test("a mailbox is queued once in five minutes, and an answer is unread in the inbox after that look [MBX-20]", async () => {
    using it = await begun();
    await poll(it);
    const { accountId } = it.world.actor;
    await tickMinutes(cloud, { accountId, clock: it.clock }, 1);
    await post(lab, answer(it.first));
    const queued = await tickMinutes(cloud, { accountId, clock: it.clock }, 5);
    expect(queued).toHaveLength(1);
    await pollMailbox(mailboxKey(it.world), queued[0]?.cycle);
    expect(await threadsIn(it.world, "unread")).toMatchObject([{ email: LEAD }]);
  });

  test("a poll that finds nothing asks the table once and writes nothing; a job that later ones overtook does nothing", async () => {
    using it = await begun();
    await poll(it);
    const cycle = cycleAt(now());
    {
      using counted = countRequests();
      await pollMailbox(mailboxKey(it.world), cycle);
      expect(counted.actions).toEqual(["BatchGetItem"]);
    }
    await post(lab, answer(it.first));
    await pollMailbox(mailboxKey(it.world), cycle - 4);
    expect(await threadsIn(it.world)).toEqual([]);
  });

  test("a server that renumbers its messages makes nothing happen again, and new mail is still found", async () => {
    using it = await begun();
    await post(lab, answer(it.first));
    await poll(it);
    const before = (await cursorIn(it.world))?.cursors;
    const kept = await readFolder(lab, SENDER);
    await lab.stopService("dovecot");
    await renumber(SENDER);
    await lab.startService("dovecot");
    expect(await readFolder(lab, SENDER)).toHaveLength(kept.length);
    await post(lab, answer(it.first, { body: "And another thing." }));
    await poll(it);
    const after = (await cursorIn(it.world))?.cursors;
    expect(before?.inbox?.uidValidity).toBeDefined();
    expect(after?.inbox?.uidValidity).not.toBe(before?.inbox?.uidValidity);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect((await theThread(it.world)).messages).toHaveLength(3);
  });

  test("while the server is away nothing is lost, and the mailbox keeps its connection", async () => {
    using it = await begun();
    await post(lab, answer(it.first));
    await lab.stopService("dovecot");
    await poll(it);
    await poll(it);
    expect(await mailboxIn(it.world)).toMatchObject({
      connectionState: "CONNECTED",
      failures: [{ protocol: "IMAP" }, { protocol: "IMAP" }],
    });
    expect(await happenings(it.world)).toEqual([]);
    await lab.startService("dovecot");
    await poll(it);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
  });

  test("a reply that stops nobody is still a reply where the campaign says so", async () => {
    using it = await begun({ settings: { stop_on_reply: false } });
    await post(lab, answer(it.first));
    await post(lab, answer(it.first, { body: "Second thought." }));
    await poll(it);
    expect(await happenings(it.world)).toEqual(["replied"]);
    expect((await leadIn(it.world))?.status).toBe("INPROGRESS");
    expect((await theThread(it.world)).messages).toHaveLength(3);
  });

  test("an answer without thread headers finds its lead by the address; another's becomes untracked", async () => {
    using it = await begun();
    await post(lab, { from: LEAD, to: SENDER, subject: "About your mail" });
    const stray = await post(lab, { from: OTHER, to: SENDER, subject: "Hello you" });
    await post(lab, {
      from: OTHER,
      to: SENDER,
      subject: "Re: Hello you",
      answers: stray.messageId,
    });
    await poll(it);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    expect(await threadsIn(it.world)).toMatchObject([{ email: LEAD }]);
    const untracked = await theThread(it.world, "untracked");
    expect(untracked).toMatchObject({ email: OTHER, state: "untracked", is_unread: true });
    expect(untracked.messages).toHaveLength(2);
    expect(await threadsIn(it.world, "unread")).toHaveLength(1);
  });

  test("what lay in the mailbox before it was connected is nobody's conversation", async () => {
    await post(lab, { from: OTHER, to: SENDER, subject: "Old" });
    using it = await labCampaign(lab, { sender: SENDER, leads: [LEAD] }, { start: false });
    await MailboxEntity.patch(mailboxKey(it.world))
      .set({ createdAt: toIso(Date.now() + MINUTE_MS) })
      .go();
    await poll(it);
    expect(await threadsIn(it.world, "untracked")).toEqual([]);
  });

  test("a mail of 30 MB and one of a thousand nested parts are taken in, shown as too large", async () => {
    using it = await begun();
    const heavy = letter(answer(it.first, { body: "Big." }));
    const filler = Buffer.from(`${"x".repeat(76)}\r\n`.repeat(400_000));
    await append(lab, SENDER, Buffer.concat([heavy.raw, filler]));
    await append(lab, SENDER, nested(1_000, it.first.messageId));
    const before = process.memoryUsage().rss;
    await poll(it);
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
    const { messages } = await theThread(it.world);
    expect(messages.filter(({ direction }) => direction === "in")).toMatchObject([
      { too_large: true },
      { too_large: true },
    ]);
    expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
  });

  test("a provider that keeps what we send is known by a campaign mail in its Sent folder, and by nothing else", async () => {
    using keeps = await labCampaign(lab, { sender: KEEPER, leads: [LEAD] });
    await append(lab, KEEPER, letter({ from: KEEPER, to: LEAD }).raw, "Sent");
    // It has the form of ours but we never sent it.
    const alike = `Message-ID: <${"B".repeat(22)}@alpha.test>\r\nFrom: ${KEEPER}\r\n\r\nx`;
    await append(lab, KEEPER, alike, "Sent");
    await poll(keeps);
    expect((await cursorIn(keeps.world))?.keepsSent).toBe(false);
    keeps.clock.set(toIso(Date.now()));
    await runAndSend(keeps.world, keeps.clock, 4);
    await eventually(async () => (await readFolder(lab, KEEPER, "Sent"))[2]);
    await poll(keeps);
    expect((await cursorIn(keeps.world))?.keepsSent).toBe(true);

    using loses = await begun();
    await poll(loses);
    expect((await cursorIn(loses.world))?.keepsSent).toBeUndefined();
  });

  test.each([
    { sender: KEEPER, server: "keeps what we send" },
    { sender: SENDER, server: "keeps nothing" },
  ])(
    "where the server $server, what someone sends by another program is in the conversation and stops the sequence, and we mark no mail as read [BEY-23]",
    { timeout: 120_000 },
    async ({ sender }) => {
      using it = await labCampaign(
        lab,
        { sender, leads: [LEAD, OTHER] },
        { settings: { stop_on_reply: false } },
      );
      const first = await sendFirstStep(lab, it, LEAD);
      const isKept = sender === KEEPER;
      if (isKept) {
        await eventually(async () => (await readFolder(lab, sender, "Sent"))[1]);
      }
      const mail = await post(lab, answer(first, { to: sender }));
      await poll(it);
      await poll(it);
      expect((await cursorIn(it.world))?.keepsSent).toBe(isKept ? true : undefined);
      expect(await leadIn(it.world)).toMatchObject({ status: "INPROGRESS" });
      expect(await threadsIn(it.world, "unread")).toHaveLength(1);
      // A campaign mail that lies in Sent is no reply of ours.
      expect(await threadsIn(it.world, "sent")).toEqual([]);

      // An email's Date has seconds (RFC 5322 3.3): nobody answers within the one in which they were written to.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      // By SMTP, and filed by the server or by the program, as a phone does.
      const own = letter({ from: sender, to: LEAD, answers: mail.messageId, body: "By phone." });
      await submit(lab, sender, LEAD, own);
      if (!isKept) await append(lab, sender, own.raw, "Sent");
      await eventually(async () =>
        (await readFolder(lab, sender, "Sent")).find(
          ({ messageId }) => messageId === own.messageId,
        ),
      );
      await Promise.all([poll(it), poll(it)]);
      await poll(it);
      expect(await leadIn(it.world)).toMatchObject({ status: "STOPPED", stopReason: "own_email" });
      expect(await leadIn(it.world, 1)).toMatchObject({ status: "INPROGRESS" });
      expect(await threadsIn(it.world, "inbox")).toEqual([]);
      const { messages, state } = await theThread(it.world, "sent");
      expect(state).toBe("answered");
      expect(messages.map(({ direction, text }) => [direction, text])).toEqual([
        ["out", "Hi Lee0"],
        ["in", "Yes, call me."],
        ["out", "By phone."],
      ]);
      for (const folder of ["INBOX", "Sent"]) {
        const lying = await readFolder(lab, sender, folder);
        expect(lying.filter(({ flags }) => flags.includes("\\Seen"))).toEqual([]);
      }

      // Read again from the beginning, as after the server renumbered.
      await forgetPoll(it);
      await poll(it);
      expect((await theThread(it.world, "sent")).messages).toHaveLength(3);
      expect(await happenings(it.world)).toEqual(["lead-finished", "replied"]);
    },
  );

  test("after a crash behind the server's 250 the Sent folder tells that the mail left; without one it stays unknown", async () => {
    using keeps = await labCampaign(lab, { sender: KEEPER, leads: [LEAD] });
    expect(await crashed(keeps, KEEPER)).toMatchObject({ status: "SENT" });
    using loses = await labCampaign(lab, { sender: SENDER, leads: [OTHER] });
    expect(await crashed(loses, SENDER)).toMatchObject({ status: "UNKNOWN" });
    // Never twice.
    expect(await readFolder(lab, LEAD)).toHaveLength(1);
    expect(await readFolder(lab, OTHER)).toHaveLength(1);
    // The answer of the second proves that it left.
    const [first] = await readFolder(lab, OTHER);
    await post(lab, { from: OTHER, to: SENDER, answers: first?.messageId ?? "" });
    await poll(loses);
    expect(await messageIn(loses.world)).toMatchObject({ status: "SENT" });
    expect(await happenings(loses.world)).toEqual(["lead-finished", "replied", "unknown"]);
  });
});

/** Hands the first step over as a worker does that dies right after the server took it, and lets another find it. */
async function crashed({ world, clock }: Running, sender: string) {
  const { accountId } = world.actor;
  await runTrigger({ accountId, campaignId: world.campaignId }, "Etc/GMT");
  clock.move(15 * MINUTE_MS);
  const key = { accountId, sendId: sendIdIn(world) };
  await beginIn(world, { fence: "dead", leaseUntil: toIso(Date.now() - 30 * MINUTE_MS) });
  const to = (await findLeads(accountId, world.leadIds)).get(world.leadIds[0] ?? 0)?.email ?? "";
  const messageId = messageIdOf(key.sendId, sender);
  const raw = Buffer.from(
    `From: ${sender}\r\nTo: ${to}\r\nSubject: Hi\r\nMessage-ID: ${messageId}\r\n\r\nHi\r\n`,
  );
  await submit(lab, sender, to, { messageId, raw });
  await eventually(async () => (await readFolder(lab, to))[0]);
  if (sender === KEEPER) await eventually(async () => (await readFolder(lab, sender, "Sent"))[0]);
  clock.set(toIso(Date.now()));
  await sendBatch([jobIn(world)]);
  return messageIn(world);
}

/** Deletes what Dovecot knows of the numbers of a mailbox, as a restore from a backup does. */
async function renumber(user: string): Promise<void> {
  const [name = "", domain = ""] = user.split("@");
  const folder = join(lab.dir, "mail", domain, name);
  for (const file of await readdir(folder)) {
    if (file.startsWith("dovecot")) await rm(join(folder, file), { force: true });
  }
}

/** Parts in parts in parts. */
function nested(depth: number, answers: string): Buffer {
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  );
  const head = `From: ${LEAD}\r\nTo: ${SENDER}\r\nMessage-ID: <${crypto.randomUUID()}@gamma.test>\r\n`;
  const threading = `In-Reply-To: ${answers}\r\nMIME-Version: 1.0\r\n`;
  return Buffer.from(`${head}${threading}${open.join("")}Content-Type: text/plain\r\n\r\ndeep\r\n`);
}
