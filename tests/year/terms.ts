/** What the owner asks for. The product is set up with it, and the checker holds the product to it. */

export type Terms = {
  name: string;
  timezone: string;
  weekdays: number[];
  /** From this time on, and before that one, by the wall clock of the timezone. */
  start: string;
  end: string;
  minGapMinutes: number;
  maxNewLeadsPerDay: number;
  /** The country whose public holidays the owner has ticked, and these days as a calendar on the wall has them. */
  holidayCountry: string;
  holidays: string[];
  /** Days off that the owner has named. */
  closedDates: string[];
  /** Days between a step and the one before it. */
  delays: number[];
  leads: number;
  /** How many of the mailboxes, from the first on. */
  mailboxes: number;
};

export type MailboxTerms = { email: string; minGapMinutes: number; dailyLimit: number };

export const FROM = Date.parse("2026-03-02T00:00:00.000Z");
/** Its dates are those of the daily limits. It changes its clocks on other days than Europe. */
export const ACCOUNT_TIMEZONE = "America/Los_Angeles";

/** One campaign by day in Berlin, one by night in New York, where it sends through both changes of the clock. */
export function termsFor(leads: number, days: number): Terms[] {
  const night = Math.round(leads / 10);
  const perDay = (count: number, share: number) => Math.max(1, Math.ceil(count / (share * days)));
  return [
    {
      name: "day",
      timezone: "Europe/Berlin",
      weekdays: [1, 2, 3, 4, 5],
      start: "08:30",
      end: "17:15",
      minGapMinutes: 10,
      maxNewLeadsPerDay: perDay(leads - night, 0.5),
      holidayCountry: "DE",
      holidays: [
        "2026-04-03",
        "2026-04-06",
        "2026-05-01",
        "2026-05-14",
        "2026-05-25",
        "2026-10-03",
        "2026-12-25",
        "2026-12-26",
        "2027-01-01",
      ],
      closedDates: ["2026-08-10", "2026-08-11", "2026-12-24", "2026-12-31"],
      delays: [0, 3, 7],
      leads: leads - night,
      mailboxes: 40,
    },
    {
      name: "night",
      timezone: "America/New_York",
      weekdays: [1, 4, 7],
      start: "00:30",
      end: "04:30",
      minGapMinutes: 15,
      maxNewLeadsPerDay: perDay(night, 0.28),
      holidayCountry: "US",
      holidays: [
        "2026-05-25",
        "2026-06-19",
        "2026-07-03",
        "2026-07-04",
        "2026-09-07",
        "2026-10-12",
        "2026-11-11",
        "2026-11-26",
        "2026-12-25",
        "2027-01-01",
        "2027-01-18",
        "2027-02-15",
      ],
      closedDates: [],
      delays: [0, 1, 5],
      leads: night,
      mailboxes: 10,
    },
  ];
}

/** Gaps from 10 minutes to an hour, limits from 3 to 6 mails a day. */
export function mailboxTerms(count: number): MailboxTerms[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `sender${index}@sender.example`,
    minGapMinutes: 10 + ((index * 7) % 50),
    dailyLimit: 3 + (index % 4),
  }));
}
