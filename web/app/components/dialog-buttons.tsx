import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";

type Props = {
  onCancel: () => void;
  /** Where the other button takes something away: a person who presses Enter without reading keeps it. */
  focusCancel?: boolean;
  /** The button that does what the dialog is for. */
  children: ReactNode;
};

/** The last row of a dialog. */
export function DialogButtons({ onCancel, focusCancel = false, children }: Props) {
  const t = useText("shell");
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel} data-autofocus={focusCancel || undefined}>
        {t("cancel")}
      </Button>
      {children}
    </Group>
  );
}
