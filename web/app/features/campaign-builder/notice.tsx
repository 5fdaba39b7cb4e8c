import { Group, Text } from "@mantine/core";
import { type Icon, IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";

const LOOKS = {
  good: { colour: "green", icon: IconCheck },
  warning: { colour: "amber", icon: IconAlertTriangle },
  wrong: { colour: "red", icon: IconAlertTriangle },
} as const satisfies Record<string, { colour: string; icon: Icon }>;

type Props = { tone: keyof typeof LOOKS; title: string; children?: ReactNode };

/** Something that stands between people and the start, or that nothing does. */
export function Notice({ tone, title, children }: Props) {
  const { colour, icon: NoticeIcon } = LOOKS[tone];
  return (
    <section
      className="wizard-notice"
      aria-label={title}
      style={{ background: `var(--tone-${colour}-ground)` }}
    >
      <Group gap={8} wrap="nowrap" c={`var(--tone-${colour})`}>
        <NoticeIcon size={18} aria-hidden />
        <Text fw={500}>{title}</Text>
      </Group>
      {children}
    </section>
  );
}
