/** Wall clocks by Intl alone: what checks the product's calendar must not borrow it. */

/** What a clock on the wall of a timezone shows: date "YYYY-MM-DD", time "HH:MM:SS", ISO weekday 1 (Monday) to 7. */
export type Wall = { date: string; time: string; weekday: number };

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const formats = new Map<string, Intl.DateTimeFormat>();

export function wallOf(timezone: string, at: number): Wall {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  formats.set(timezone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}:${part("second")}`,
    weekday: WEEKDAYS.indexOf(part("weekday")) + 1,
  };
}

/** An instant at which the wall shows this; near it where the clock jumps over it. */
export function instantOf(timezone: string, date: string, time: string): number {
  const wanted = Date.parse(`${date}T${time}Z`);
  let at = wanted;
  for (let round = 0; round < 2; round++) {
    const shown = wallOf(timezone, at);
    at += wanted - Date.parse(`${shown.date}T${shown.time}Z`);
  }
  return at;
}

/** The date so many calendar days later. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
