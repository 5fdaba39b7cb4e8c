import { Text } from "@mantine/core";
import { type PointerEvent, useState } from "react";
import { useLocale } from "../messages/text.tsx";
import { Count } from "./count.tsx";
import "./day-chart.css";

type Day<Name extends string> = { day: string } & Record<Name, number>;

export type Series<Name extends string> = {
  name: Name;
  label: string;
  /** A CSS colour. */
  colour: string;
  /** Bars for what was done, lines for what came of it. */
  shape: "bar" | "line";
  /** Distinguishes lines without their colour: an SVG dash array. */
  dash?: string;
};

type Props<Name extends string> = {
  /** Says what the chart shows. */
  label: string;
  /** In order of time, none left out; `day` is a UTC date. */
  days: readonly Day<Name>[];
  series: readonly Series<Name>[];
};

const TICKS = 4;
const MOST_LABELS = 8;

/** The smallest of 1, 2, 5 and 10 times a power of ten whose four steps reach `most`; counts have no fractions. */
function stepFor(most: number): number {
  const rough = Math.max(most / TICKS, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  return (([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power) | 0;
}

/**
 * Counts per day. Drawn by the server as it is by the browser, because it measures nothing: boxes and a stretched drawing
 * instead of a library of 125 kB.
 */
export function DayChart<Name extends string>({ label, days, series }: Props<Name>) {
  const [pointed, setPointed] = useState<number | null>(null);
  const most = Math.max(1, ...days.flatMap((day) => series.map(({ name }) => day[name])));
  const step = stepFor(most);
  const top = step * Math.ceil(most / step);
  const ticks = Array.from({ length: top / step + 1 }, (_, at) => at * step);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * days.length);
    setPointed(Math.min(Math.max(at, 0), days.length - 1));
  };
  const shown = pointed === null ? undefined : days[pointed];
  return (
    <figure className="day-chart" aria-label={label}>
      <Legend series={series} />
      <div className="day-chart-frame" aria-hidden>
        <div className="day-chart-axis">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              <Count value={tick} isShort />
            </span>
          ))}
        </div>
        <div
          className="day-chart-plot"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {ticks.map((tick) => (
            <i key={tick} className="day-chart-line" style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          <Bars days={days} series={series} top={top} pointed={pointed} />
          <Lines days={days} series={series} top={top} />
          {shown && pointed !== null ? (
            <Hint day={shown} series={series} share={(pointed + 0.5) / days.length} />
          ) : null}
        </div>
        <DayLabels days={days} />
      </div>
    </figure>
  );
}

function Legend<Name extends string>({ series }: Pick<Props<Name>, "series">) {
  return (
    <ul className="day-chart-legend">
      {series.map((each) => (
        <li key={each.name}>
          <Swatch {...each} />
          {each.label}
        </li>
      ))}
    </ul>
  );
}

function Swatch({ colour, shape, dash }: Pick<Series<string>, "colour" | "shape" | "dash">) {
  return (
    <svg width={18} height={10} aria-hidden focusable="false">
      {shape === "bar" ? (
        <rect x={4} width={10} height={10} rx={2} fill={colour} />
      ) : (
        <path d="M0 5h18" stroke={colour} strokeWidth={2} strokeDasharray={dash} />
      )}
    </svg>
  );
}

type Drawn<Name extends string> = Pick<Props<Name>, "days" | "series"> & { top: number };

function Bars<Name extends string>(props: Drawn<Name> & { pointed: number | null }) {
  const { days, series, top, pointed } = props;
  const bars = series.filter(({ shape }) => shape === "bar");
  return (
    <div className="day-chart-bars">
      {days.map((day, at) => (
        <div key={day.day} data-pointed={at === pointed || undefined}>
          {bars.map(({ name, colour }) => (
            <b key={name} style={{ height: `${(day[name] / top) * 100}%`, background: colour }} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Lines<Name extends string>({ days, series, top }: Drawn<Name>) {
  return (
    <svg
      className="day-chart-lines"
      viewBox={`0 0 ${days.length} 1`}
      preserveAspectRatio="none"
      focusable="false"
    >
      {series
        .filter(({ shape }) => shape === "line")
        .map(({ name, colour, dash }) => {
          const points = days.map((day, at) => `${at + 0.5},${1 - day[name] / top}`).join(" ");
          return (
            <g key={name}>
              <polyline points={points} data-ring />
              <polyline points={points} stroke={colour} strokeDasharray={dash} />
            </g>
          );
        })}
    </svg>
  );
}

function useDayText(style: Intl.DateTimeFormatOptions): (day: string) => string {
  const locale = useLocale();
  const copy = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  return (day) => copy.format(new Date(day));
}

function DayLabels<Name extends string>({ days }: Pick<Props<Name>, "days">) {
  const write = useDayText({ month: "short", day: "numeric" });
  const every = Math.ceil(days.length / MOST_LABELS);
  return (
    <div className="day-chart-days">
      {days.map(({ day }, at) => (
        <span key={day}>
          {at % every === 0 ? (
            <small data-minor={at % (2 * every) !== 0 || undefined}>{write(day)}</small>
          ) : null}
        </span>
      ))}
    </div>
  );
}

type HintProps<Name extends string> = Pick<Props<Name>, "series"> & {
  day: Day<Name>;
  /** Where the day stands, from 0 at the left to 1. */
  share: number;
};

function Hint<Name extends string>({ day, series, share }: HintProps<Name>) {
  const write = useDayText({ weekday: "short", month: "short", day: "numeric" });
  return (
    <div className="day-chart-hint" data-left={share > 0.5} style={{ left: `${share * 100}%` }}>
      <Text size="xs" fw={500}>
        {write(day.day)}
      </Text>
      {series.map((each) => (
        <div key={each.name}>
          <Swatch {...each} />
          <span>{each.label}</span>
          <Count value={day[each.name]} />
        </div>
      ))}
    </div>
  );
}
