import { DAY_MS } from "@thaw/core/duration";
import type { SendPlanView } from "@thaw/core/engine/forecast/forecast.schema";
import type { CSSProperties } from "react";
import { Count } from "../../components/count.tsx";
import { useLocale, useText } from "../../messages/text.tsx";
import "./plan.css";

const MOST_WEEKS = 26;
/** 1970-01-05 was a Monday. */
const A_MONDAY = 4;

const dayNumber = (day: string) => Date.parse(day) / DAY_MS;
const dateOf = (number: number) => new Date(number * DAY_MS);

/** Weeks as rows, Monday first; the more mail on a day, the warmer it is. */
export function PlanCalendar({ days, closed }: Pick<SendPlanView, "days" | "closed">) {
  const t = useText("send-plan");
  const locale = useLocale();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const short = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const mails = new Map(days.map((day) => [dayNumber(day.day), day.mails]));
  const closedFor = new Map(
    closed.map(({ day, name }) => [dayNumber(day), name || t("closedOwn")]),
  );
  const most = Math.max(...mails.values());
  const start = mondayBefore(dayNumber(first.day));
  const weeks = Math.min(Math.ceil((dayNumber(last.day) - start + 1) / 7), MOST_WEEKS);
  return (
    <section
      className="plan-calendar"
      aria-label={t("daysTitle")}
      // A calendar wider than the screen is scrolled with the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table aria-label={t("daysTitle")}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, at) => (
              <th key={at} scope="col">
                {weekday.format(dateOf(start + at))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeks }, (_, week) => (
            <tr key={week}>
              {Array.from({ length: 7 }, (__, at) => {
                const number = start + week * 7 + at;
                const count = mails.get(number) ?? 0;
                return (
                  <td
                    key={number}
                    data-empty={count === 0 || undefined}
                    style={warmth(count / most)}
                  >
                    <small>{short.format(dateOf(number))}</small>
                    {count > 0 ? (
                      <Count value={count} isShort />
                    ) : (
                      <span className="plan-closed">{closedFor.get(number) ?? "–"}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const warmth = (share: number) => ({ "--share": `${Math.round(share * 60)}%` }) as CSSProperties;

function mondayBefore(day: number): number {
  return day - ((((day - A_MONDAY) % 7) + 7) % 7);
}
