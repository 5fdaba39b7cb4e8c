import { DAY_MS, HOUR_MS, MINUTE_MS } from "@thaw/core/duration";

const UNITS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const;
const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const DAYS = "SUN MON TUE WED THU FRI SAT".split(" ");
/** A cron expression that names no minute within four years names none at all. */
const SEARCH_MS = 4 * 366 * DAY_MS;

/**
 * The first instant after `after` (epoch ms) at which an EventBridge `rate(…)` or `cron(…)` expression is due. Rates are
 * counted from the epoch, so that a restart keeps the beat.
 *
 * @throws for L, W and #, which are not run here, and for what is no expression
 */
export function nextDue(expression: string, after: number): number {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) {
    const everyMs = Number(rate[1]) * UNITS[rate[2] as keyof typeof UNITS];
    return (Math.floor(after / everyMs) + 1) * everyMs;
  }
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.trim().split(/\s+/);
  if (fields?.length !== 6) throw new Error(`This is no schedule: ${expression}`);
  const matches = cronMatcher(fields as CronFields, expression);
  const first = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  for (let at = first; at < first + SEARCH_MS; at += MINUTE_MS) {
    if (matches(new Date(at))) return at;
  }
  throw new Error(`This schedule is never due: ${expression}`);
}

/** minute, hour, day of month, month, day of week, year */
type CronFields = [string, string, string, string, string, string];

function cronMatcher(fields: CronFields, expression: string): (at: Date) => boolean {
  const [minute, hour, date, month, day, year] = fields;
  if (/[LW#]/.test(date + day.toUpperCase().replaceAll("WED", ""))) {
    throw new Error(`L, W and # are not run on one machine: ${expression}`);
  }
  const tests: ((at: Date) => boolean)[] = [
    field(minute, 0, 59, (at) => at.getUTCMinutes()),
    field(hour, 0, 23, (at) => at.getUTCHours()),
    field(date, 1, 31, (at) => at.getUTCDate()),
    field(numbered(month, MONTHS), 1, 12, (at) => at.getUTCMonth() + 1),
    field(numbered(day, DAYS), 1, 7, (at) => at.getUTCDay() + 1),
    field(year, 1970, 2199, (at) => at.getUTCFullYear()),
  ];
  return (at) => tests.every((test) => test(at));
}

function numbered(text: string, names: readonly string[]): string {
  return text.replace(/[A-Z]{3}/gi, (name) => String(names.indexOf(name.toUpperCase()) + 1));
}

/** "*", "?", "5", "1-5", "0/15", "1,3" and mixtures of them. */
function field(text: string, low: number, high: number, read: (at: Date) => number) {
  const wanted = new Set<number>();
  for (const part of text.split(",")) {
    const [range = "", step] = part.split("/");
    const every = /^[*?]$/.test(range);
    const [from = 0, to] = range.split("-").map(Number);
    const first = every ? low : from;
    const last = every ? high : (to ?? (step ? high : from));
    for (let value = first; value <= last; value += Number(step ?? 1)) wanted.add(value);
  }
  return (at: Date) => wanted.has(read(at));
}
