import { Stack, Text } from "@mantine/core";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import "./upload.css";

type Props = {
  icon: ReactNode;
  label: string;
  hint: string;
  /** What a file dialog offers; everything where it is not given. */
  accept?: string;
  multiple?: boolean;
  /** Alone on its screen: as high as what it makes room for, its words below one another. */
  isLarge?: boolean;
  /** Why files were not taken. */
  problems: readonly string[];
  onFiles: (files: File[]) => void;
};

/** Takes files: dropped, or chosen with a click or the space bar. */
export function FileDrop(props: Props) {
  const { icon, label, hint, accept, multiple = false, isLarge = false, problems, onFiles } = props;
  const errorId = useId();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files?.length) onFiles([...files]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <Stack gap={4}>
      {/* The label passes clicks and drops on to the input inside, which the keyboard reaches. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <label
        className="upload-drop"
        data-over={isOver || undefined}
        data-large={isLarge || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          className="upload-input"
          multiple={multiple}
          aria-label={label}
          {...(accept ? { accept } : {})}
          {...(problems.length > 0
            ? { "aria-invalid": true as const, "aria-describedby": errorId }
            : {})}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file may be chosen again after it was fixed.
            event.currentTarget.value = "";
          }}
        />
        {icon}
        <span className="upload-label">{label}</span>
        <span className="upload-hint">{hint}</span>
      </label>
      {problems.length > 0 ? (
        <Text
          id={errorId}
          component="div"
          size="xs"
          c="var(--mantine-color-error)"
          role="alert"
          className="upload-problems"
        >
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Text>
      ) : null}
    </Stack>
  );
}
