/** The world outside: a server that takes the mails, people who answer them, and providers that keep what was sent. */

import { randomUUID } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "@thaw/core/duration";
import { seededFraction } from "@thaw/core/random";
import { tracking } from "@thaw/functions/api/tracking";
import { type ImapBox, startImapBox } from "@thaw/local/demo/imap-box";
import { report } from "../mail-lab/reports.ts";
import { type SunkMail, startSink } from "../support/sink.ts";
import type { Mail, World } from "./checker.ts";
import type { Clockwork } from "./clockwork.ts";
import { dateAfter, instantOf, wallOf } from "./wall.ts";

export const PASSWORD = "secret";

/** Of a hundred mails so many lead to this. */
const SHARES = [
  ["reply", 5],
  ["away", 2.5],
  ["bounce", 0.8],
  ["returned", 0.8],
  ["optOut", 1.5],
  ["scan", 2],
] as const;
/** Of a hundred people. */
const REFUSED = 0.8;
const BUSY = 1.5;

const FULL = { status: "4.2.2", diagnostic: "452 4.2.2 Mailbox full" };

/** What came in, and when the product had read it. */
type Arrival = { mailbox: string; at: number; onRead: (at: number) => void };

export type People = Awaited<ReturnType<typeof openWorld>>;

/** `world` is written as it happens. The first half of the mailboxes keep what they sent. */
export async function openWorld(
  clock: Clockwork,
  world: World,
  { seed, onNews }: { seed: string; onNews: () => void },
) {
  const { mails, ends, silences, returned, mailboxes } = world;
  const boxes = new Map<string, ImapBox>();
  const arrivals: Arrival[] = [];
  const counts = { replies: 0, away: 0, bounces: 0, returned: 0, optOuts: 0, scans: 0, busy: 0 };
  let strange = 0;
  const lot = (...words: (string | number)[]) => 100 * seededFraction(seed, ...words);
  const tries = new Map<string, number>();

  const sink = await startSink({
    refuse(address) {
      if (lot("refused", address) < REFUSED) {
        counts.bounces += 1;
        ends.push({ who: address, at: clock.now(), reason: "refused" });
        return "550 5.1.1 No such user";
      }
      const tried = (tries.get(address) ?? 0) + 1;
      tries.set(address, tried);
      if (lot("busy", address, tried) >= BUSY) return undefined;
      counts.busy += 1;
      return "451 4.3.0 Later";
    },
    beforeAccept(sunk) {
      const mail = read(sunk, clock.now());
      mails.push(mail);
      const isKept = mailboxes.findIndex(({ email }) => email === mail.from) < mailboxes.length / 2;
      if (isKept) boxes.get(mail.from)?.append("Sent", Buffer.from(sunk.raw), clock.now());
      react(mail, sunk);
      // The year's mails would be a quarter of a gigabyte.
      sink.mails.length = 0;
    },
  });
  for (const { email } of mailboxes) {
    boxes.set(email, await startImapBox({ address: email, password: PASSWORD, port: 0 }));
  }

  function react(mail: Mail, { raw }: SunkMail): void {
    const { to, campaign, step } = mail;
    const later = (fewest: number, most: number) =>
      clock.now() + fewest + (most - fewest) * seededFraction(seed, "later", to, step);
    const end = (reason: string) => (at: number) => ends.push({ who: to, at, reason });
    const fates = {
      reply() {
        counts.replies += 1;
        arrive(
          mail,
          later(20 * MINUTE_MS, 6 * DAY_MS),
          () => answer(mail, clock.now()),
          end("reply"),
        );
      },
      away: () => beAway(mail, later(MINUTE_MS, 5 * MINUTE_MS)),
      bounce() {
        counts.bounces += 1;
        arrive(
          mail,
          later(MINUTE_MS, 5 * DAY_MS),
          () => bounceOf(mail, clock.now()),
          end("bounce"),
        );
      },
      returned() {
        counts.returned += 1;
        returned.push({ messageId: mail.messageId });
        const raw = () => bounceOf(mail, clock.now(), FULL);
        arrive(mail, later(MINUTE_MS, 5 * MINUTE_MS), raw, () => undefined);
      },
      optOut: () => clock.plan(later(MINUTE_MS, 3 * DAY_MS), () => optOut(to, raw)),
      scan: () => clock.plan(later(1_000, MINUTE_MS), () => scan(raw)),
    };
    let left = lot("fate", to, campaign, step);
    for (const [name, share] of SHARES) {
      left -= share;
      if (left < 0) return fates[name]();
    }
  }

  function beAway(mail: Mail, at: number): void {
    const terms = world.campaigns.find(({ name }) => name === mail.campaign);
    if (!terms) return;
    counts.away += 1;
    const days = 3 + Math.floor(lot("away", mail.to, mail.step) / 6);
    const returnsOn = dateAfter(wallOf(terms.timezone, at).date, days);
    const until = instantOf(terms.timezone, dateAfter(returnsOn, 1), "00:00:00");
    const text = `I am out of the office and will be back on ${returnsOn}.`;
    const headers = ["Auto-Submitted: auto-replied"];
    const raw = () => answer(mail, clock.now(), { subject: "Out of office", text, headers });
    arrive(mail, at, raw, (from) => silences.push({ who: mail.to, from, until }));
  }

  /** Lays a mail into the mailbox at its time; `onRead` is called when the product has read it. */
  function arrive(mail: Mail, at: number, raw: () => Buffer, onRead: Arrival["onRead"]): void {
    clock.plan(at, () => {
      boxes.get(mail.from)?.append("INBOX", raw(), clock.now());
      arrivals.push({ mailbox: mail.from, at: clock.now(), onRead });
      onNews();
    });
  }

  async function optOut(who: string, raw: string): Promise<void> {
    const body = "List-Unsubscribe=One-Click";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await tracking.request(linkIn(raw), { method: "POST", body, headers });
    if (response.status !== 200) strange += 1;
    ends.push({ who, at: clock.now(), reason: "opt-out" });
    counts.optOuts += 1;
  }

  async function scan(raw: string): Promise<void> {
    const response = await tracking.request(linkIn(raw));
    if (response.status !== 200) strange += 1;
    counts.scans += 1;
  }

  return {
    counts,
    smtpPort: sink.port,
    imapPortOf: (email: string) => boxes.get(email)?.port ?? 0,
    /** Answers to people that were not 200. */
    strange: () => strange,
    mailboxesWithNews: () => new Set(arrivals.map(({ mailbox }) => mailbox)),
    /** The product has read this mailbox; returns how long the oldest news had waited. */
    hasRead(email: string): number {
      const at = clock.now();
      const news = arrivals.filter(({ mailbox }) => mailbox === email);
      for (const { onRead } of news) onRead(at);
      const rest = arrivals.filter(({ mailbox }) => mailbox !== email);
      arrivals.splice(0, arrivals.length, ...rest);
      return news.reduce((longest, arrival) => Math.max(longest, at - arrival.at), 0);
    },
  };
}

/** The marker of the campaign and step is in the mail's own text. */
export const markerOf = (campaign: string, step: number) => `(${campaign}-${step})`;
const MARKER = /\((\w+)-(\d)\)/;

function read({ raw, from, to }: SunkMail, at: number): Mail {
  const header = (name: string) => new RegExp(`^${name}:\\s*(<[^>]+>)`, "im").exec(raw)?.[1] ?? "";
  const [, campaign = "", step = ""] = MARKER.exec(raw) ?? [];
  return {
    at,
    from,
    to: to[0] ?? "",
    campaign,
    step: Number(step),
    messageId: header("Message-ID"),
    inReplyTo: header("In-Reply-To"),
  };
}

function linkIn(raw: string): string {
  const unfolded = raw.replace(/\r\n[ \t]+/g, " ");
  const link = /^List-Unsubscribe:[^<]*<(https?:[^>]+)>/im.exec(unfolded)?.[1] ?? "http://none/";
  return new URL(link.replace(/\s/g, "")).pathname;
}

type Answer = { subject?: string; text?: string; headers?: readonly string[] };

function answer(
  { from, to, messageId }: Mail,
  at: number,
  { subject = "Re: Hello", text = "Yes, call me.", headers = [] }: Answer = {},
): Buffer {
  const lines = [
    `From: ${to}`,
    `To: ${from}`,
    `Subject: ${subject}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Message-ID: <${randomUUID()}@${to.split("@")[1]}>`,
    `In-Reply-To: ${messageId}`,
    `References: ${messageId}`,
    ...headers,
    "Content-Type: text/plain",
    "",
    text,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n`);
}

/** What a server reports; by the clock's date and not the real one. */
function bounceOf(
  { from, to, messageId }: Mail,
  at: number,
  status: { status?: string; diagnostic?: string } = {},
) {
  const text = report({ to: from, recipient: to, original: messageId, ...status }).toString(
    "latin1",
  );
  const date = `Date: ${new Date(at).toUTCString()}`;
  return Buffer.from(text.replace(/^Date:.*$/m, date), "latin1");
}
