import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { cloneElement, useState } from "react";
import type { Opened } from "../components/opens-later.tsx";
import { useText } from "../messages/text.tsx";
import { rememberPreference, usePreferences } from "../state/preferences.ts";
import type { Column } from "./column.ts";
import { shownColumns } from "./column.ts";
import type { ListState } from "./use-list-state.ts";

// The table of another type of row has other columns; the chooser needs none of their rows.
// oxlint-disable-next-line typescript/no-explicit-any
export type ListDisplayProps = { columns: readonly Column<any>[]; state: ListState };

type Props = ListDisplayProps & Opened;

export default function ListDisplayChooser({ columns, state, button, opened, onChange }: Props) {
  const t = useText("lists");
  const { density } = usePreferences();
  const { revalidate } = useRevalidator();
  const shown = shownColumns(columns, state.query.columns).filter((column) => !column.isFixed);
  const hidden = columns.filter((column) => !column.isFixed && !shown.includes(column));
  const show = (ids: string[] | null) => state.change({ columns: ids }, { replace: true });
  const ids = shown.map((column) => column.id);
  const swap = (at: number) => {
    const next = [...ids];
    next.splice(at, 2, ...next.slice(at, at + 2).toReversed());
    show(next);
  };
  const [isCompact, setIsCompact] = useState(density === "compact");
  const setCompact = (compact: boolean) => {
    setIsCompact(compact);
    rememberPreference("thaw_density", compact ? "compact" : "comfortable");
    revalidate();
  };
  return (
    <Popover position="bottom-end" trapFocus opened={opened} onChange={onChange}>
      <Popover.Target>{cloneElement(button, { onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" miw={220}>
          <Checkbox
            size="xs"
            label={t("compactRows")}
            checked={isCompact}
            onChange={(event) => setCompact(event.currentTarget.checked)}
          />
          <Group justify="space-between">
            <Text size="xs" c="dimmed" fw={500}>
              {t("columns")}
            </Text>
            {state.query.columns ? (
              <Button variant="subtle" size="compact-xs" onClick={() => show(null)}>
                {t("resetColumns")}
              </Button>
            ) : null}
          </Group>
          {shown.map((column, at) => (
            <Group key={column.id} justify="space-between" wrap="nowrap" gap="xs">
              <Checkbox
                size="xs"
                label={column.header}
                checked
                disabled={shown.length === 1}
                onChange={() => show(ids.filter((id) => id !== column.id))}
              />
              <Group gap={0} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  disabled={at === 0}
                  aria-label={t("moveUp", { column: column.header })}
                  onClick={() => swap(at - 1)}
                >
                  <IconChevronUp size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  disabled={at === shown.length - 1}
                  aria-label={t("moveDown", { column: column.header })}
                  onClick={() => swap(at)}
                >
                  <IconChevronDown size={14} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
          {hidden.map((column) => (
            <Checkbox
              key={column.id}
              size="xs"
              label={column.header}
              checked={false}
              onChange={() => show([...ids, column.id])}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
