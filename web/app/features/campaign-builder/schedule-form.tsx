import { Chip, Group, NumberInput, Select, Stack, Switch, TextInput, Title } from "@mantine/core";
import { useLocale, useText } from "../../messages/text.tsx";
import { ClosedDaysForm } from "./closed-days-form.tsx";
import type { DraftSchedule } from "./setup-draft.ts";

type Props = {
  schedule: DraftSchedule;
  timeZones: readonly string[];
  countries: readonly { value: string; label: string }[];
  /** By field. */
  errors: Record<string, string[]>;
  onChange: (schedule: DraftSchedule) => void;
};

const DAYS = [1, 2, 3, 4, 5, 6, 7];

function useDayNames(): string[] {
  const locale = useLocale();
  const names = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  // 1 January 2024 was a Monday.
  return DAYS.map((day) => names.format(Date.UTC(2024, 0, day)));
}

export function ScheduleForm({ schedule, timeZones, countries, errors, onChange }: Props) {
  const t = useText("campaign-wizard");
  const names = useDayNames();
  const set = (change: Partial<DraftSchedule>) => onChange({ ...schedule, ...change });
  const errorOf = (name: keyof DraftSchedule) => errors[name]?.[0];
  return (
    <Stack gap="md" p="md" className="panel" component="section">
      <Title order={2}>{t("schedule")}</Title>
      <Select
        label={t("timezone")}
        searchable
        allowDeselect={false}
        limit={200}
        data={[...timeZones]}
        value={schedule.timezone}
        error={errorOf("timezone")}
        onChange={(timezone) => timezone && set({ timezone })}
      />
      <Switch
        label={t("leadTimezone")}
        description={t("leadTimezoneHint")}
        checked={schedule.usesLeadTimezone ?? false}
        onChange={(event) => set({ usesLeadTimezone: event.currentTarget.checked })}
      />
      <Switch
        label={t("matchesProvider")}
        description={t("matchesProviderHint")}
        checked={schedule.matchesProvider ?? false}
        onChange={(event) => set({ matchesProvider: event.currentTarget.checked })}
      />
      <div>
        <fieldset className="wizard-fieldset">
          <legend>{t("weekdays")}</legend>
          <Chip.Group
            multiple
            value={schedule.weekdays.map(String)}
            onChange={(days) => set({ weekdays: days.map(Number).sort((a, b) => a - b) })}
          >
            <Group gap={6}>
              {DAYS.map((day) => (
                <Chip key={day} value={String(day)} size="xs" radius="sm">
                  {names[day - 1]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </fieldset>
        <FieldError text={errorOf("weekdays")} />
      </div>
      <ScheduleFields schedule={schedule} errorOf={errorOf} onChange={set} />
      <ClosedDaysForm
        countries={countries}
        holidayCountries={schedule.holidayCountries ?? []}
        closedDates={schedule.closedDates ?? []}
        errors={{ countries: errorOf("holidayCountries"), dates: errorOf("closedDates") }}
        onChange={set}
      />
    </Stack>
  );
}

function FieldError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <div role="alert" className="wizard-error">
      {text}
    </div>
  );
}

type FieldProps = {
  schedule: DraftSchedule;
  errorOf: (name: keyof DraftSchedule) => string | undefined;
  onChange: (change: Partial<DraftSchedule>) => void;
};

/** Hours, gap and limits. */
function ScheduleFields({ schedule, errorOf, onChange }: FieldProps) {
  const t = useText("campaign-wizard");
  return (
    <div className="wizard-fields">
      <TextInput
        type="time"
        label={t("start")}
        value={schedule.start}
        error={errorOf("start")}
        onChange={(event) => onChange({ start: event.currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t("end")}
        value={schedule.end}
        error={errorOf("end")}
        onChange={(event) => onChange({ end: event.currentTarget.value })}
      />
      <NumberInput
        label={t("gap")}
        suffix={t("minutesSuffix")}
        min={3}
        max={1440}
        clampBehavior="none"
        allowDecimal={false}
        value={schedule.minGapMinutes}
        error={errorOf("minGapMinutes")}
        onChange={(value) => onChange({ minGapMinutes: value === "" ? "" : Number(value) })}
      />
      <NumberInput
        label={t("newLeads")}
        min={1}
        clampBehavior="none"
        allowDecimal={false}
        thousandSeparator
        value={schedule.maxNewLeadsPerDay}
        error={errorOf("maxNewLeadsPerDay")}
        onChange={(value) => onChange({ maxNewLeadsPerDay: value === "" ? "" : Number(value) })}
      />
      <NumberInput
        label={t("perDomain")}
        placeholder={t("perDomainNone")}
        min={1}
        clampBehavior="none"
        allowDecimal={false}
        thousandSeparator
        value={schedule.maxPerDomainPerHour ?? ""}
        error={errorOf("maxPerDomainPerHour")}
        onChange={(value) => onChange({ maxPerDomainPerHour: value === "" ? null : Number(value) })}
      />
      <TextInput
        type="date"
        label={t("startDate")}
        value={schedule.startDate ?? ""}
        error={errorOf("startDate")}
        onChange={(event) => onChange({ startDate: event.currentTarget.value || null })}
      />
      <NumberInput
        label={t("followUpShare")}
        description={t("followUpShareHint")}
        placeholder={t("followUpShareNone")}
        suffix="%"
        min={0}
        max={100}
        clampBehavior="none"
        allowDecimal={false}
        value={schedule.followUpShare ?? ""}
        error={errorOf("followUpShare")}
        onChange={(value) => onChange({ followUpShare: value === "" ? null : Number(value) })}
      />
    </div>
  );
}
