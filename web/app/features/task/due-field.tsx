import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useTimeOfDay } from "../../components/time.tsx";
import { useText } from "../../messages/text.tsx";
import { readNow } from "../../state/clock.ts";

type Props = {
  label: string;
  /** As a field of date and time has it: local, "2026-03-02T09:00". */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A date and a time of this browser's zone, with the times that people mostly mean. */
export function DueField({ label, value, error, onChange }: Props) {
  const t = useText("tasks");
  const timeOfDay = useTimeOfDay();
  return (
    <Stack gap={6}>
      <TextInput
        type="datetime-local"
        name="due_at"
        label={label}
        value={value}
        error={error}
        required
        withAsterisk={false}
        // For dialogs that ask for nothing else first.
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap={6}>
        {(["inHours", "tomorrow", "monday"] as const).map((preset) => (
          <Button
            key={preset}
            size="compact-sm"
            variant="default"
            onClick={() => onChange(presetOf(preset))}
          >
            {t(preset, { time: timeOfDay("09:00") })}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

type Preset = "inHours" | "tomorrow" | "monday";

/** D12: in three hours, tomorrow at nine, next Monday at nine. */
export function presetOf(preset: Preset): string {
  const at = new Date(readNow());
  if (preset === "inHours") {
    at.setHours(at.getHours() + 3);
    return toField(at.toISOString());
  }
  const days = preset === "tomorrow" ? 1 : (8 - at.getDay()) % 7 || 7;
  at.setDate(at.getDate() + days);
  at.setHours(9, 0, 0, 0);
  return toField(at.toISOString());
}

/** An instant in ISO 8601 as the field has it. */
export function toField(instant: string): string {
  const at = new Date(instant);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What the field says, as an instant in ISO 8601; empty where it says nothing. */
export const toInstant = (value: string) => (value ? new Date(value).toISOString() : "");
