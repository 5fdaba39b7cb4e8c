import { DatePicker } from "@mantine/dates";
import { useText } from "../../messages/text.tsx";
import "@mantine/dates/styles.layer.css";

type Props = { dates: readonly string[]; onChange: (dates: string[]) => void };

/** Months to pick several days in. Loaded when someone opens it. */
export default function ClosedDaysCalendar({ dates, onChange }: Props) {
  const t = useText("campaign-wizard");
  return (
    <DatePicker
      type="multiple"
      value={[...dates]}
      onChange={onChange}
      ariaLabels={{ previousMonth: t("calendarPrevious"), nextMonth: t("calendarNext") }}
    />
  );
}
