/**
 * Holds a year of mails to the rules in plain words. It knows what left (the mails that a server outside took), what the owner
 * asked for, and what happened; nothing of how the product comes to it.
 */
import { MINUTE_MS } from "../../packages/core/src/duration.ts";
import type { MailboxTerms, Terms } from "./terms.ts";
import { dateAfter, wallOf } from "./wall.ts";

/** The pause of a campaign holds so soon after it was acknowledged. */
const PAUSE_HOLDS_MS = 5_000;
const UNKNOWN_BY_MS = 5 * MINUTE_MS;

/** A mail as the server took it. `at` in epoch milliseconds; `campaign` and `step` as its text names them. */
export type Mail = {
  at: number;
  from: string;
  to: string;
  campaign: string;
  step: number;
  messageId: string;
  inReplyTo: string;
};

/** Both ends in epoch milliseconds; without an end for ever. */
export type Span = { from: number; until: number };

export type World = {
  campaigns: Terms[];
  mailboxes: MailboxTerms[];
  days: number;
  accountTimezone: string;
  mails: Mail[];
  /** From when on someone, or everyone of a domain, gets no mail, and why. */
  ends: { who: string; at: number; reason: string }[];
  /** Times in which someone gets no mail. */
  silences: ({ who: string } & Span)[];
  pauses: ({ campaign: string } & Span)[];
  /** Reports that a mail came back for now: it may be sent again. */
  returned: { messageId: string }[];
  /** Mails of which the product itself says that nobody knows whether they left. */
  unknown: { campaign: string; to: string; step: number }[];
};

export type Verdict = { rule: string; checked: number; broken: string[] };

/** Every rule, with how many mails were held to it and where it was broken. */
export function check(world: World): Verdict[] {
  const mails = world.mails.toSorted((one, other) => one.at - other.at);
  const sorted = { ...world, mails };
  return [
    each("sent while the campaign is open", sorted, outsideHours),
    each("never on a day off", sorted, onDayOff),
    each("not while the campaign is paused", sorted, whilePaused),
    each("not while its lead is paused", sorted, whileSilent),
    each("nothing after reply, opt-out, block or bounce", sorted, afterEnd),
    gaps(sorted),
    dailyLimits(sorted),
    newLeads(sorted),
    steps(sorted),
  ];
}

type Rule = (mail: Mail, terms: Terms, world: World) => boolean;

function each(rule: string, world: World, isBroken: Rule): Verdict {
  const broken = world.mails.filter((mail) => isBroken(mail, termsOf(world, mail), world));
  return { rule, checked: world.mails.length, broken: broken.map(describe) };
}

function termsOf({ campaigns }: World, { campaign }: Mail): Terms {
  const terms = campaigns.find(({ name }) => name === campaign);
  if (!terms) throw new Error(`A mail of no campaign: ${campaign}`);
  return terms;
}

const describe = ({ at, from, to, campaign, step }: Mail) =>
  `${new Date(at).toISOString()} ${from} to ${to}, ${campaign} ${step}`;

const outsideHours: Rule = ({ at }, terms) => {
  const { time, weekday } = wallOf(terms.timezone, at);
  const isIn = time >= `${terms.start}:00` && time < `${terms.end}:00`;
  return !isIn || !terms.weekdays.includes(weekday);
};

const onDayOff: Rule = ({ at }, { timezone, holidays, closedDates }) => {
  const { date } = wallOf(timezone, at);
  return holidays.includes(date) || closedDates.includes(date);
};

const whilePaused: Rule = ({ at, campaign }, _terms, { pauses }) =>
  pauses.some(
    (pause) => pause.campaign === campaign && at > pause.from + PAUSE_HOLDS_MS && at < pause.until,
  );

const isAbout = (who: string, { to }: Mail) => to === who || to.endsWith(`@${who}`);

const whileSilent: Rule = (mail, _terms, { silences }) =>
  silences.some(({ who, from, until }) => isAbout(who, mail) && mail.at > from && mail.at < until);

const afterEnd: Rule = (mail, _terms, { ends }) =>
  ends.some(({ who, at }) => isAbout(who, mail) && mail.at > at);

function grouped(mails: Mail[], keyOf: (mail: Mail) => string): Map<string, Mail[]> {
  const groups = new Map<string, Mail[]>();
  for (const mail of mails) {
    const key = keyOf(mail);
    const group = groups.get(key);
    if (group) group.push(mail);
    else groups.set(key, [mail]);
  }
  return groups;
}

/** Between two mails of a mailbox lie the minutes that the mailbox and the later mail's campaign ask for, whichever are more. */
function gaps(world: World): Verdict {
  const broken: string[] = [];
  for (const [email, mails] of grouped(world.mails, ({ from }) => from)) {
    const own = world.mailboxes.find((mailbox) => mailbox.email === email)?.minGapMinutes ?? 0;
    mails.forEach((mail, index) => {
      const before = mails[index - 1];
      if (!before) return;
      const minutes = Math.max(own, termsOf(world, mail).minGapMinutes);
      if (mail.at - before.at < minutes * MINUTE_MS) {
        broken.push(`${describe(mail)}: ${((mail.at - before.at) / MINUTE_MS).toFixed(2)} min`);
      }
    });
  }
  return { rule: "the gap between two mails of a mailbox", checked: world.mails.length, broken };
}

function dailyLimits(world: World): Verdict {
  const broken: string[] = [];
  const dayOf = ({ at }: Mail) => wallOf(world.accountTimezone, at).date;
  const groups = grouped(world.mails, (mail) => `${mail.from} ${dayOf(mail)}`);
  for (const [key, mails] of groups) {
    const [email] = key.split(" ");
    const limit = world.mailboxes.find((mailbox) => mailbox.email === email)?.dailyLimit ?? 0;
    if (mails.length > limit) broken.push(`${key}: ${mails.length} of ${limit}`);
  }
  return { rule: "a mailbox's limit of the day", checked: groups.size, broken };
}

function newLeads(world: World): Verdict {
  const broken: string[] = [];
  // The same mail once more, after it came back, goes to nobody new.
  const known = new Set<string>();
  const first = world.mails.filter(({ to, step }) => step === 1 && !known.has(to) && known.add(to));
  const groups = grouped(first, (mail) => {
    const terms = termsOf(world, mail);
    return `${terms.name} ${wallOf(terms.timezone, mail.at).date}`;
  });
  for (const [key, mails] of groups) {
    const [campaign] = key.split(" ");
    const limit = world.campaigns.find(({ name }) => name === campaign)?.maxNewLeadsPerDay ?? 0;
    if (mails.length > limit) broken.push(`${key}: ${mails.length} of ${limit}`);
  }
  return { rule: "a campaign's new leads of the day", checked: groups.size, broken };
}

/** One lead's mails: each step once, in order, from one mailbox, in one thread, and so many days after the one before. */
function steps(world: World): Verdict {
  const broken: string[] = [];
  const facts = {
    unknown: new Set(world.unknown.map(keyOf)),
    returned: new Set(world.returned.map(({ messageId }) => messageId)),
  };
  for (const mails of grouped(world.mails, ({ campaign, to }) => `${campaign} ${to}`).values()) {
    mails.forEach((mail, index) => {
      const wrong = whatIsWrong(facts, termsOf(world, mail), { mail, before: mails[index - 1] });
      if (wrong) broken.push(`${describe(mail)}: ${wrong}`);
    });
  }
  return {
    rule: "each step once, in order, from one mailbox, in time",
    checked: world.mails.length,
    broken,
  };
}

const keyOf = ({ campaign, to, step }: { campaign: string; to: string; step: number }) =>
  `${campaign} ${to} ${step}`;

type Facts = { unknown: ReadonlySet<string>; returned: ReadonlySet<string> };

function whatIsWrong(
  { unknown, returned }: Facts,
  terms: Terms,
  { mail, before }: { mail: Mail; before: Mail | undefined },
): string | undefined {
  if (before?.step === mail.step) {
    return returned.has(before.messageId) ? undefined : "the same step again";
  }
  const last = before?.step ?? 0;
  if (mail.step < last) return `after step ${last}`;
  for (let step = last + 1; step < mail.step; step++) {
    if (!unknown.has(keyOf({ ...mail, step }))) return `step ${step} is missing before it`;
  }
  return before && doesNotFollow(unknown, terms, { mail, before });
}

function doesNotFollow(
  unknown: Facts["unknown"],
  terms: Terms,
  { mail, before }: { mail: Mail; before: Mail },
): string | undefined {
  if (mail.from !== before.from) return `the one before is from ${before.from}`;
  // After one that nobody knows of, both its Message-ID and its minute are unknown here.
  if (mail.step > before.step + 1) return undefined;
  if (mail.inReplyTo !== before.messageId) return "answers another mail than the one before";
  // Where a worker died nobody knows the minute at which the mail before left.
  const from = before.at - (unknown.has(keyOf(before)) ? UNKNOWN_BY_MS : 0);
  return tooEarly(terms, mail, from);
}

/** By the wall clock, at which it is never earlier than at the mail before. */
function tooEarly({ timezone, delays }: Terms, mail: Mail, from: number): string | undefined {
  const wall = wallOf(timezone, from);
  const earliest = `${dateAfter(wall.date, delays[mail.step - 1] ?? 0)} ${wall.time}`;
  const { date, time } = wallOf(timezone, mail.at);
  return `${date} ${time}` < earliest ? `before ${earliest}` : undefined;
}
