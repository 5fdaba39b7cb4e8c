import { expect, test } from "vitest";
import { check, type Mail, type World } from "./checker.ts";
import type { Terms } from "./terms.ts";

const TERMS: Terms = {
  name: "day",
  timezone: "Europe/Berlin",
  weekdays: [1, 2, 3, 4, 5],
  start: "08:30",
  end: "17:15",
  minGapMinutes: 10,
  maxNewLeadsPerDay: 2,
  holidayCountry: "DE",
  holidays: ["2026-04-03"],
  closedDates: ["2026-04-02"],
  delays: [0, 3],
  leads: 3,
  mailboxes: 1,
};

const ADA = "ada@a.example";

function mail(at: string, change: Partial<Mail> = {}): Mail {
  const { to = ADA, step = 1 } = change;
  return {
    at: Date.parse(at),
    from: "sender@sender.example",
    to,
    campaign: "day",
    step,
    messageId: `<${to} ${step}>`,
    inReplyTo: step === 1 ? "" : `<${to} ${step - 1}>`,
    ...change,
  };
}

/** The rules that these mails break. */
function broken(mails: Mail[], change: Partial<World> = {}): string[] {
  const world: World = {
    campaigns: [TERMS],
    mailboxes: ["sender", "other"].map((name) => ({
      email: `${name}@sender.example`,
      minGapMinutes: 20,
      dailyLimit: 2,
    })),
    days: 365,
    accountTimezone: "America/Los_Angeles",
    mails,
    ends: [],
    silences: [],
    pauses: [],
    returned: [],
    unknown: [],
    ...change,
  };
  return check(world).flatMap(({ rule, broken: lines }) => (lines.length > 0 ? [rule] : []));
}

// 30 March 2026 is a Monday, the first one of summer time in Berlin: 09:00 there is 07:00 UTC.
const MONDAY = "2026-03-30T07:00:00.000Z";
const FOLLOW_UP = mail("2026-04-07T07:00:00.000Z", { step: 2 });
const at = (time: string) => Date.parse(`2026-03-30T${time}Z`);

const HOURS = "sent while the campaign is open";
const STEPS = "each step once, in order, from one mailbox, in time";
const END = "nothing after reply, opt-out, block or bounce";

test("the checker finds nothing in mails that keep the rules", () => {
  expect(broken([mail(MONDAY), FOLLOW_UP])).toEqual([]);
});

test("the checker finds a mail a second before the hours, one at their end, and one on a Sunday", () => {
  expect(broken([mail("2026-03-30T06:29:59.000Z")])).toEqual([HOURS]);
  expect(broken([mail("2026-03-30T06:30:00.000Z")])).toEqual([]);
  expect(broken([mail("2026-03-30T15:15:00.000Z")])).toEqual([HOURS]);
  expect(broken([mail("2026-03-29T08:00:00.000Z")])).toEqual([HOURS]);
});

test("the checker finds a mail on a holiday, and one on a day that the owner has named", () => {
  expect(broken([mail("2026-04-03T08:00:00.000Z")])).toEqual(["never on a day off"]);
  expect(broken([mail("2026-04-02T08:00:00.000Z")])).toEqual(["never on a day off"]);
});

test("the checker finds a gap that is too small by a millisecond", () => {
  const next = (time: string) => mail(time, { to: "bob@b.example" });
  expect(broken([mail(MONDAY), next("2026-03-30T07:20:00.000Z")])).toEqual([]);
  const rule = "the gap between two mails of a mailbox";
  expect(broken([mail(MONDAY), next("2026-03-30T07:19:59.999Z")])).toEqual([rule]);
});

test("the checker counts a mailbox's mails by the account's dates, and new leads by the campaign's", () => {
  const later = (time: string, to: string) => mail(`2026-03-30T${time}:00.000Z`, { to });
  const mails = [mail(MONDAY), later("08:00", "bob@b.example"), later("09:00", "eve@e.example")];
  // From midnight to two o'clock in Los Angeles.
  expect(broken(mails)).toEqual([
    "a mailbox's limit of the day",
    "a campaign's new leads of the day",
  ]);
  const morning = mail("2026-03-30T06:45:00.000Z");
  const noon = [later("07:05", "bob@b.example"), later("07:25", "eve@e.example")];
  // 06:45 UTC is the evening before there.
  expect(broken([morning, ...noon])).toEqual(["a campaign's new leads of the day"]);
});

test("the checker finds a step that comes twice unless the mail came back, out of order, or too early", () => {
  const again = mail("2026-03-31T07:00:00.000Z");
  expect(broken([mail(MONDAY), again])).toEqual([STEPS]);
  const returned = [{ messageId: mail(MONDAY).messageId }];
  expect(broken([mail(MONDAY), again], { returned })).toEqual([]);
  expect(broken([FOLLOW_UP])).toEqual([STEPS]);
  expect(broken([FOLLOW_UP], { unknown: [{ campaign: "day", to: ADA, step: 1 }] })).toEqual([]);
  const friday = mail("2026-04-01T15:00:00.000Z", { step: 2 });
  expect(broken([mail(MONDAY), friday])).toEqual([STEPS]);
});

test("the checker finds a follow-up from another mailbox, and one that answers another mail", () => {
  expect(broken([mail(MONDAY), { ...FOLLOW_UP, from: "other@sender.example" }])).toEqual([STEPS]);
  expect(broken([mail(MONDAY), { ...FOLLOW_UP, inReplyTo: "" }])).toEqual([STEPS]);
});

test("the checker finds mail after the end of a lead or of its firm, in a pause, and in a lead's pause", () => {
  for (const who of [ADA, "a.example"]) {
    const ends = [{ who, at: at("06:59:59"), reason: "reply" }];
    expect(broken([mail(MONDAY)], { ends })).toEqual([END]);
  }
  expect(
    broken([mail(MONDAY)], { ends: [{ who: ADA, at: at("07:00:00"), reason: "reply" }] }),
  ).toEqual([]);
  const span = { from: at("06:59:54"), until: at("08:00:00") };
  expect(broken([mail(MONDAY)], { pauses: [{ campaign: "day", ...span }] })).toEqual([
    "not while the campaign is paused",
  ]);
  expect(broken([mail(MONDAY)], { silences: [{ who: ADA, ...span }] })).toEqual([
    "not while its lead is paused",
  ]);
});
