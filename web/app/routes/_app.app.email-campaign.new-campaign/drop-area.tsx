import { Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { type DragEvent, useId, useState } from "react";
import { useText } from "../../messages/text.tsx";

type Props = { error: string | null; onFile: (file: File) => void };

/** Takes one CSV file: dropped, or chosen with a click or the space bar. */
export function DropArea({ error, onFile }: Props) {
  const t = useText("campaign-wizard");
  const errorId = useId();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <Stack gap={8}>
      {/* The label passes clicks and drops on to the input inside, which the keyboard reaches. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <label
        className="wizard-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="wizard-file"
          aria-invalid={error !== null}
          {...(error ? { "aria-describedby": errorId } : {})}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file may be chosen again after it was put right.
            event.currentTarget.value = "";
          }}
        />
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <Text fw={500}>{t("dropTitle")}</Text>
        <Text c="dimmed">{t("dropText")}</Text>
      </label>
      {error ? (
        <Text id={errorId} c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}
