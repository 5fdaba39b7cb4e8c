import { Temporal } from "temporal-polyfill";
import { MINUTE_MS } from "../../duration.ts";
import type { DateNode, DateUnit } from "./template.ts";

const TOKEN = /YYYY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|mm/g;
const SATURDAY = 6;

type Names = {
  months: string[];
  shortMonths: string[];
  weekdays: string[];
  shortWeekdays: string[];
};
const namesByLocale = new Map<string, Names>();

type DateContext = { now: number; timezone: string; locale?: string };

const MOST_RENDERED = 500;
const rendered = new Map<string, string>();

/**
 * The date that a date helper stands for: `now` (epoch ms) in the timezone, moved by the offset.
 * @throws RangeError for a timezone or locale that does not exist
 */
export function renderDate(
  node: DateNode,
  { now, timezone, locale = "en-US" }: DateContext,
): string {
  // Formats go down to the minute, so within one every mail of a step gets the same text.
  const minute = Math.floor(now / MINUTE_MS);
  const key = [minute, timezone, locale, node.amount, node.unit, node.format].join("|");
  const known = rendered.get(key);
  if (known !== undefined) return known;
  if (rendered.size >= MOST_RENDERED) rendered.clear();
  const text = writeDate(node, { now, timezone, locale });
  rendered.set(key, text);
  return text;
}

function writeDate(node: DateNode, { now, timezone, locale }: Required<DateContext>): string {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
  const date = moveDate(local.toPlainDate(), node.amount, node.unit);
  const names = namesIn(locale);
  const pad = (value: number) => String(value).padStart(2, "0");
  const values: Record<string, () => string | undefined> = {
    YYYY: () => String(date.year).padStart(4, "0"),
    MMMM: () => names.months[date.month - 1],
    MMM: () => names.shortMonths[date.month - 1],
    MM: () => pad(date.month),
    M: () => String(date.month),
    DD: () => pad(date.day),
    D: () => String(date.day),
    dddd: () => names.weekdays[date.dayOfWeek - 1],
    ddd: () => names.shortWeekdays[date.dayOfWeek - 1],
    HH: () => pad(local.hour),
    mm: () => pad(local.minute),
  };
  return node.format.replace(TOKEN, (token) => values[token]?.() ?? token);
}

function moveDate(date: Temporal.PlainDate, amount: number, unit: DateUnit): Temporal.PlainDate {
  switch (unit) {
    case "d":
      return date.add({ days: amount });
    case "w":
      return date.add({ weeks: amount });
    case "m":
      // The 31st becomes the last day of a shorter month.
      return date.add({ months: amount });
    case "bd":
      return moveBusinessDays(date, amount);
  }
}

function moveBusinessDays(date: Temporal.PlainDate, amount: number): Temporal.PlainDate {
  const direction = Math.sign(amount);
  // Whole weeks at once; the loop walks what is left, at most four business days.
  let moved = date.add({ weeks: Math.trunc(amount / 5) });
  let left = Math.abs(amount % 5);
  // From a weekend, whole weeks end on a weekend: step back to the business day that was counted.
  if (left === 0 && amount !== 0) {
    while (moved.dayOfWeek >= SATURDAY) moved = moved.subtract({ days: direction });
  }
  while (left > 0) {
    moved = moved.add({ days: direction });
    if (moved.dayOfWeek < SATURDAY) left -= 1;
  }
  return moved;
}

function namesIn(locale: string): Names {
  const known = namesByLocale.get(locale);
  if (known !== undefined) return known;
  const list = (
    count: number,
    day: (index: number) => Date,
    options: Intl.DateTimeFormatOptions,
  ) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return Array.from({ length: count }, (_, index) => format.format(day(index)));
  };
  const month = (index: number) => new Date(Date.UTC(2024, index, 15));
  // 1 January 2024 was a Monday.
  const weekday = (index: number) => new Date(Date.UTC(2024, 0, 1 + index));
  const names = {
    months: list(12, month, { month: "long" }),
    shortMonths: list(12, month, { month: "short" }),
    weekdays: list(7, weekday, { weekday: "long" }),
    shortWeekdays: list(7, weekday, { weekday: "short" }),
  };
  namesByLocale.set(locale, names);
  return names;
}
