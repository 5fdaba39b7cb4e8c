import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@thaw/core/duration";
import { useLocale, useText } from "../messages/text.tsx";
import { useClockStep, useNow } from "../state/clock.ts";
import { usePreferences } from "../state/preferences.ts";

/** Beyond this the date says more than the distance. */
const RELATIVE_FOR = 30 * DAY_MS;

const STYLES = {
  exact: { dateStyle: "medium", timeStyle: "long" },
  full: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof STYLES;

/** Writes an instant in the user's language and time zone. */
export function useTimeText(): (at: string, style: Style) => string {
  const locale = useLocale();
  const { timeZone } = usePreferences();
  return (at, style) =>
    new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone }).format(new Date(at));
}

/** Writes a time of day, "HH:MM", as people of this language do: of whatever place it is. */
export function useTimeOfDay(): (time: string) => string {
  const locale = useLocale();
  const copy = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  return (time) => copy.format(new Date(`1970-01-01T${time}Z`));
}

function distance(locale: string, ms: number): string {
  const copy = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const size = Math.abs(ms);
  if (size < MINUTE_MS) return copy.format(Math.trunc(ms / SECOND_MS), "second");
  if (size < HOUR_MS) return copy.format(Math.trunc(ms / MINUTE_MS), "minute");
  if (size < DAY_MS) return copy.format(Math.trunc(ms / HOUR_MS), "hour");
  return copy.format(Math.trunc(ms / DAY_MS), "day");
}

type RelativeProps = {
  at: string;
  /** Counts seconds in the first minute; for instants that have passed. */
  hasSeconds?: boolean;
};

/** How long ago (or until) an ISO instant is; the exact time on hover. */
export function RelativeTime({ at, hasSeconds = false }: RelativeProps) {
  const t = useText("lists");
  const locale = useLocale();
  const write = useTimeText();
  const ms = Date.parse(at) - useNow();
  const step = useClockStep();
  const copy = () => {
    // The page's clock moves in steps: what has just happened may seem to lie ahead.
    const isNow = ms > -(hasSeconds ? SECOND_MS : MINUTE_MS) && ms < Math.max(step, MINUTE_MS);
    if (isNow || (hasSeconds && ms > 0)) return t("justNow");
    return Math.abs(ms) > RELATIVE_FOR ? write(at, "date") : distance(locale, ms);
  };
  return (
    <time dateTime={at} title={write(at, "exact")}>
      {copy()}
    </time>
  );
}

/** An ISO instant as date and time (`style` narrows it); the exact time on hover. */
export function DateTime({ at, style = "full" }: { at: string; style?: Style }) {
  const write = useTimeText();
  return (
    <time dateTime={at} title={write(at, "exact")}>
      {write(at, style)}
    </time>
  );
}
