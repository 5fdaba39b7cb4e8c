import { randomUUID } from "node:crypto";
import { findCampaignLead } from "@thaw/core/campaigns/campaign-lead/campaign-lead";
import { toIso } from "@thaw/core/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@thaw/core/duration";
import { listThreads } from "@thaw/core/inbox/thread/thread";
import { getThread } from "@thaw/core/inbox/thread/thread-detail";
import { readEvents } from "@thaw/core/reporting/event/event";
import { findCursor } from "@thaw/core/senders/mailbox/mailbox-cursor";
import { findMailbox } from "@thaw/core/senders/mailbox/mailbox-record";
import { closeImap, connectImap } from "@thaw/mail/imap/connect-imap";
import { afterAll, beforeEach } from "vitest";
import { runAndSend } from "../support/campaign-run.ts";
import { stoppedClock } from "../support/clock.ts";
import { startCloud, type TestCloud } from "../support/cloud.ts";
import { pollMailbox } from "../support/poll-mailbox.ts";
import { makeWorld, type World, type WorldOptions } from "../support/world.ts";
import { type MailLab, mailLab } from "./lab.ts";
import { eventually, imapOf, submit } from "./mailbox.ts";

export const SENDER = "user06@beta.test";
export const LEAD = "user11@gamma.test";
/** Another lead, and someone whose mailbox nobody connected. */
export const OTHER = "user12@gamma.test";
export const KEEPER = "user01@alpha.test";

/** The lab with a cloud beside it, both for the tests of one file; each test finds empty mailboxes. */
export async function labWithCloud() {
  const found = await mailLab();
  // Where there is none the tests are skipped.
  const lab = found as MailLab;
  if (found)
    Object.assign(process.env, { ALLOW_PRIVATE_MAIL_HOSTS: "true", MAIL_CA_FILE: lab.caPath });
  const cloud = found ? await startCloud() : undefined;
  afterAll(async () => {
    await cloud?.[Symbol.asyncDispose]();
    await found?.stop();
  });
  beforeEach(() => found?.reset());
  return { found: found !== undefined, lab, cloud: cloud as TestCloud };
}

/** A campaign whose first mail lies in the lead's mailbox. */
export async function begunCampaign(lab: MailLab, options: Partial<WorldOptions> = {}) {
  const running = await labCampaign(lab, { sender: SENDER, leads: [LEAD] }, options);
  const first = await sendFirstStep(lab, running, LEAD);
  return { ...running, first, [Symbol.dispose]: running[Symbol.dispose] };
}

/** What the lead writes back. */
export const answer = (first: { messageId: string }, more: object = {}) => ({
  from: LEAD,
  to: SENDER,
  answers: first.messageId,
  ...more,
});

/** A campaign whose mailbox and leads are users of the lab, and whose clock is the real one held still. */
export async function labCampaign(
  lab: MailLab,
  users: { sender: string; others?: string[]; leads: string[] },
  options: Partial<WorldOptions> = {},
) {
  const clock = stoppedClock(toIso(Date.now() - HOUR_MS));
  const world = await makeWorld({
    smtpPort: lab.smtp.SSL,
    leads: users.leads.length,
    leadEmail: (index) => users.leads[index] ?? "",
    users: [users.sender, ...(users.others ?? [])],
    ...options,
    mailbox: {
      password: lab.password,
      smtp_host: "localhost",
      smtp_security: "SSL",
      imap_host: "localhost",
      imap_port: lab.imap.SSL,
      imap_security: "SSL",
      ...options.mailbox,
    },
  });
  return { world, clock, [Symbol.dispose]: () => clock[Symbol.dispose]() };
}

export type Running = Awaited<ReturnType<typeof labCampaign>>;

/** Lets the first step leave; gives what the first lead got, as it lies in the mailbox. */
export async function sendFirstStep(lab: MailLab, { world, clock }: Running, reader: string) {
  await runAndSend(world, clock, 4 * world.leadIds.length);
  clock.set(toIso(Date.now()));
  return eventually(async () => (await readFolder(lab, reader)).at(-1));
}

export type FoundMail = { messageId: string; raw: string; flags: string[] };

/** Every mail of a folder, oldest first, looked at without marking it as read. */
export async function readFolder(
  lab: MailLab,
  user: string,
  folder = "INBOX",
): Promise<FoundMail[]> {
  const connection = await connectImap(imapOf(lab, user));
  try {
    const { client } = connection;
    const lock = await client.getMailboxLock(folder, { readOnly: true });
    try {
      const found = await client.fetchAll("1:*", { source: true, flags: true }).catch(() => []);
      return found.map(({ source, flags }) => {
        const raw = source?.toString() ?? "";
        const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? "";
        return { raw, messageId, flags: [...(flags ?? [])] };
      });
    } finally {
      lock.release();
    }
  } finally {
    await closeImap(connection);
  }
}

export async function append(lab: MailLab, user: string, raw: Buffer | string, folder = "INBOX") {
  const connection = await connectImap(imapOf(lab, user));
  try {
    await connection.client.append(folder, raw);
  } finally {
    await closeImap(connection);
  }
}

export type Letter = {
  from: string;
  to: string;
  subject?: string;
  body?: string;
  /** The Message-ID that it answers. */
  answers?: string;
  headers?: readonly string[];
};

export function letter({
  from,
  to,
  subject = "Re: Hello",
  body = "Yes, call me.",
  ...more
}: Letter) {
  const messageId = `<${randomUUID()}@${from.split("@")[1]}>`;
  const { answers, headers = [] } = more;
  const lines = [
    `From: Lee Lead <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: ${messageId}`,
    ...(answers ? [`In-Reply-To: ${answers}`, `References: ${answers}`] : []),
    ...headers,
  ];
  return { messageId, raw: Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}\r\n`) };
}

/** Sends a letter by SMTP and waits until it lies in the other's mailbox. */
export async function post(lab: MailLab, content: Letter, folder = "INBOX") {
  const mail = letter(content);
  await submit(lab, content.from, content.to, mail);
  await eventually(async () => {
    const there = await readFolder(lab, content.to, folder);
    return there.some(({ messageId }) => messageId === mail.messageId) || undefined;
  });
  return mail;
}

/** Reads the mailbox as the queue's worker would. */
export async function poll({ world, clock }: Running, index = 0) {
  clock.set(toIso(Date.now() + MINUTE_MS));
  await pollMailbox(mailboxKey(world, index));
}

export const mailboxKey = ({ actor: { accountId }, mailboxIds }: World, index = 0) => ({
  accountId,
  mailboxId: mailboxIds[index] ?? 0,
});

export const cursorIn = (world: World, index = 0) => findCursor(mailboxKey(world, index));

export const mailboxIn = ({ actor, mailboxIds }: World, index = 0) =>
  findMailbox(actor.accountId, mailboxIds[index] ?? 0);

export const leadIn = ({ actor, campaignId, leadIds }: World, index = 0) =>
  findCampaignLead({ accountId: actor.accountId, campaignId, leadId: leadIds[index] ?? 0 });

/** Kinds of what happened in the campaign since yesterday, sorted; those of sending left out. */
export async function happenings({ actor, campaignId }: World): Promise<string[]> {
  const today = Date.now();
  const days = [-1, 0, 1].map((day) => toIso(today + day * DAY_MS).slice(0, 10));
  const pages = await Promise.all(
    days.map((day) => readEvents({ accountId: actor.accountId, campaignId, day }, { limit: 200 })),
  );
  return pages
    .flatMap(({ items }) => items.map(({ kind }) => kind))
    .filter((kind) => !["sent", "leads-added", "campaign-status"].includes(kind))
    .toSorted();
}

export const threadsIn = async (
  { actor }: World,
  folder: "inbox" | "unread" | "sent" | "untracked" = "inbox",
) => (await listThreads(actor, { folder })).items;

/** The only conversation of a folder with all that was said. */
export async function theThread(world: World, folder?: Parameters<typeof threadsIn>[1]) {
  const threads = await threadsIn(world, folder);
  if (threads.length !== 1) throw new Error(`There are ${threads.length} conversations`);
  return getThread(world.actor, { thread_id: threads[0]?.id ?? 0 });
}
