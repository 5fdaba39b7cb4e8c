import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Drawing, type DrawingName } from "./drawing.tsx";

type Props = {
  drawing: DrawingName;
  /** What will be here. */
  sentence: string;
  /** One button that makes it so. */
  action?: ReactNode;
  /** Another way. */
  children?: ReactNode;
};

export function EmptyState({ drawing, sentence, action, children }: Props) {
  return (
    <Stack
      className="empty-state"
      align="center"
      gap="md"
      py={48}
      px="md"
      ta="center"
      maw={440}
      mx="auto"
    >
      <Drawing name={drawing} />
      <Text c="dimmed">{sentence}</Text>
      {action}
      {children}
    </Stack>
  );
}
