import { ActionIcon, Group, NativeSelect, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useText } from "../messages/text.tsx";
import { PAGE_SIZES } from "./list-query.ts";
import type { ListState } from "./use-list-state.ts";

type Props = {
  state: ListState;
  /** How many rows this page shows. */
  shown: number;
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  /** Of the whole list, where it is known. */
  total?: number | undefined;
};

/** "1–50 of 12,340", the way to the pages around, and the page size. */
export function ListPaging({ state, shown, cursor, total }: Props) {
  const t = useText("lists");
  const { offset, limit } = state.query;
  const range = { from: Math.min(offset + 1, offset + shown), to: offset + shown };
  const isOne = range.from === range.to;
  const where =
    total === undefined
      ? t(isOne ? "rangeOneOpen" : "rangeOpen", range)
      : t(isOne ? "rangeOne" : "range", { ...range, total });
  return (
    <Group justify="space-between" gap="sm" component="nav" aria-label={t("pages")}>
      <Text size="sm" c="dimmed" aria-live="polite">
        {shown === 0 ? null : where}
      </Text>
      <Group gap="xs">
        <NativeSelect
          size="xs"
          aria-label={t("rowsPerPage")}
          title={t("rowsPerPage")}
          value={String(limit)}
          data={[...new Set([limit, ...PAGE_SIZES])].sort((a, b) => a - b).map(String)}
          onChange={(event) => state.change({ limit: Number(event.currentTarget.value) })}
        />
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t("previousPage")}
          disabled={offset === 0}
          onClick={state.goToPrevious}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t("nextPage")}
          disabled={cursor === null}
          onClick={() => cursor && state.goToNext(cursor, shown)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
