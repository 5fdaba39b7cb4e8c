import { ActionIcon, Loader, MultiSelect, Popover, Stack, TagsInput, Text } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { CalendarDate } from "@thaw/core/kernel/schedule/schedule.schema";
import { lazy, Suspense, useState } from "react";
import * as v from "valibot";
import { useText } from "../../messages/text.tsx";

const ClosedDaysCalendar = lazy(() => import("./closed-days-calendar.tsx"));

type Props = {
  countries: readonly { value: string; label: string }[];
  holidayCountries: readonly string[];
  closedDates: readonly string[];
  errors: { countries: string | undefined; dates: string | undefined };
  onChange: (change: { holidayCountries?: string[]; closedDates?: string[] }) => void;
};

/** Public holidays by country, and the campaign's own days off: typed, or picked in a calendar. */
export function ClosedDaysForm({
  countries,
  holidayCountries,
  closedDates,
  errors,
  onChange,
}: Props) {
  const t = useText("campaign-wizard");
  return (
    <Stack gap="md">
      <MultiSelect
        label={t("holidays")}
        description={t("holidaysHint")}
        placeholder={holidayCountries.length === 0 ? t("holidaysNone") : ""}
        searchable
        classNames={{ inputField: "wizard-pills-field" }}
        hidePickedOptions
        data={[...countries]}
        value={[...holidayCountries]}
        error={errors.countries}
        onChange={(chosen) => onChange({ holidayCountries: chosen })}
      />
      <DaysOff
        dates={closedDates}
        error={errors.dates}
        onChange={(dates) => onChange({ closedDates: dates })}
      />
    </Stack>
  );
}

type DaysOffProps = {
  dates: readonly string[];
  error: string | undefined;
  onChange: (dates: string[]) => void;
};

function DaysOff({ dates, error, onChange }: DaysOffProps) {
  const t = useText("campaign-wizard");
  const [refused, setRefused] = useState<string>();
  const take = (typed: string[]) => {
    const bad = typed.find((date) => !v.safeParse(CalendarDate, date).success);
    setRefused(bad);
    const good = typed.filter((date) => v.safeParse(CalendarDate, date).success);
    onChange([...new Set(good)].sort());
  };
  return (
    <TagsInput
      label={t("closedDates")}
      description={t("closedDatesHint")}
      value={[...dates]}
      classNames={{ inputField: "wizard-pills-field" }}
      splitChars={[",", " ", ";"]}
      error={refused === undefined ? error : t("closedDateBad", { date: refused })}
      onChange={take}
      onSearchChange={() => setRefused(undefined)}
      rightSectionPointerEvents="all"
      rightSection={<CalendarButton dates={dates} onChange={take} />}
    />
  );
}

function CalendarButton({ dates, onChange }: Omit<DaysOffProps, "error">) {
  const t = useText("campaign-wizard");
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" aria-label={t("closedDatesPick")}>
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense
          fallback={
            <Text c="dimmed" component="output">
              <Loader size="xs" mr="xs" />
              {t("calendarLoading")}
            </Text>
          }
        >
          <ClosedDaysCalendar dates={dates} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
