import { randomUUID } from "node:crypto";
import { findMessages } from "@thaw/core/campaigns/message/message-state";
import { messageIdOf, sendIdOf } from "@thaw/core/campaigns/message/send-id";
import { now } from "@thaw/core/clock";
import { listThreads } from "@thaw/core/inbox/thread/thread";
import { getThread } from "@thaw/core/inbox/thread/thread-detail";
import { closeImap, connectImap } from "@thaw/mail/imap/connect-imap";
import { createTransport } from "nodemailer";
import { type MailLab, missingForMailLab, startMailLab } from "../../mail-lab/lab.ts";
import { pollMailbox } from "../../support/poll-mailbox.ts";
import { makeWorld, type World } from "../../support/world.ts";
import { eventsOf, runToEnd, startFleet } from "./fleet.ts";

/** A first mail that left: who got it, from which mailbox. */
export type Sent = { lead: string; mailbox: string; messageId: string };
export type LabWorld = World & { sent: Sent[] };

/** The lab; where none can run the program says so and ends. */
export async function labOrEnd(): Promise<MailLab> {
  const reason = missingForMailLab();
  if (!reason) return startMailLab();
  console.log(`skipped: ${reason}`);
  process.exit(0);
}

/** A campaign on the lab's servers whose first mails have left; nobody real gets them. */
export async function makeLabWorld(
  lab: MailLab,
  users: readonly string[],
  leads: number,
): Promise<LabWorld> {
  const leadEmail = (index: number) => `blackhole-${index}@catchall.test`;
  const world = await makeWorld({
    smtpPort: lab.smtp.None,
    imapPort: lab.imap.None,
    users,
    mailbox: { password: lab.password },
    leads,
    leadEmail,
    steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi {{first_name}}</p>" }],
  });
  const fleet = await startFleet(1);
  const done = await runToEnd([world], { seconds: 120 });
  await fleet.stop();
  if (!done) throw new Error("The first mails did not leave");
  const { accountId } = world.actor;
  const keys = world.leadIds.map((leadId) => ({
    accountId,
    sendId: sendIdOf({ accountId, campaignId: world.campaignId, leadId, step: 1 }),
  }));
  const messages = await findMessages(keys);
  const sent = keys.map(({ sendId }, index) => {
    const message = messages.get(sendId);
    const mailbox = users[world.mailboxIds.indexOf(message?.mailboxId ?? 0)] ?? "";
    return { lead: leadEmail(index), mailbox, messageId: messageIdOf(sendId, mailbox) };
  });
  return { ...world, sent };
}

/** What the lead writes back. */
export function answerTo({ lead, mailbox, messageId }: Sent): string {
  const lines = [
    `From: ${lead}`,
    `To: ${mailbox}`,
    "Subject: Re: Hello",
    `Date: ${new Date(now()).toUTCString()}`,
    `Message-ID: <${randomUUID()}@catchall.test>`,
    `In-Reply-To: ${messageId}`,
    `References: ${messageId}`,
    "Content-Type: text/plain",
    "",
    "Yes, call me.",
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** Hands mails to the lab's server as any other server on the internet would: it keeps them while it cannot deliver. */
export async function postAll(lab: MailLab, mails: readonly { to: string; raw: string }[]) {
  const transport = createTransport({ host: lab.host, port: lab.smtp.mx, ignoreTLS: true });
  for (const { to, raw } of mails) {
    await transport.sendMail({ envelope: { from: "lead@catchall.test", to }, raw });
  }
  transport.close();
}

/** Lays mails into a user's folders, which are made when there are none. */
export async function layInto(
  lab: MailLab,
  user: string,
  mails: readonly { folder: string; raw: string }[],
): Promise<void> {
  const connection = await connectImap({
    host: lab.host,
    port: lab.imap.None,
    security: "None",
    login: { user, password: lab.password },
    allowPrivate: true,
  });
  try {
    for (const folder of new Set(mails.map((mail) => mail.folder))) {
      await connection.client.mailboxCreate(folder);
    }
    for (const { folder, raw } of mails) await connection.client.append(folder, raw);
  } finally {
    await closeImap(connection);
  }
}

/** Reads every mailbox that is due, as the queue's worker would. */
export async function pollAll({ actor: { accountId }, mailboxIds }: World): Promise<void> {
  await Promise.all(mailboxIds.map((mailboxId) => pollMailbox({ accountId, mailboxId })));
}

/** Reply events, and mails that the inbox shows in how many conversations. */
export async function inboxOf(world: World, from: string) {
  const events = await eventsOf(world, from);
  const { items } = await listThreads(world.actor, { folder: "inbox", limit: 100 });
  const threads = await Promise.all(
    items.map(({ id }) => getThread(world.actor, { thread_id: id })),
  );
  const received = threads.flatMap(({ messages }) =>
    messages.filter(({ direction }) => direction === "in"),
  );
  return {
    replied: events.filter(({ kind }) => kind === "replied").length,
    bounced: events.filter(({ kind }) => kind === "bounced").length,
    events: events.length,
    conversations: items.length,
    received: received.length,
  };
}
