import { Count } from "../components/count.tsx";
import { useLocale } from "../messages/text.tsx";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

type Day<Name extends string> = { day: string } & Record<Name, number>;

type Props<Name extends string> = {
  label: string;
  dayLabel: string;
  days: Day<Name>[];
  /** The figures of a day, in the order of their columns. */
  series: readonly { name: Name; label: string }[];
};

/** A row for each day: what a chart of days shows, to be read. */
export function DayTable<Name extends string>({ label, dayLabel, days, series }: Props<Name>) {
  const locale = useLocale();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const columns: Column<Day<Name>>[] = [
    {
      id: "day",
      header: dayLabel,
      isFixed: true,
      cell: ({ day }) => date.format(new Date(day)),
    },
    ...series.map(
      ({ name, label: header }): Column<Day<Name>> => ({
        id: name,
        header,
        align: "right",
        cell: (day) => <Count value={day[name]} />,
      }),
    ),
  ];
  return (
    <DataTable
      label={label}
      rows={days}
      columns={columns}
      rowId={({ day }) => day}
      rowName={({ day }) => day}
    />
  );
}
