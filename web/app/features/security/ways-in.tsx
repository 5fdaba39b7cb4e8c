import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";

/** Something besides the password that logs the user in. */
type WayIn = { id: string; created_at: string; last_used_at: string | null };

/** When it was added and last used. */
export function timesOf<Row extends WayIn>(copy: {
  added: string;
  used: string;
  never: string;
}): Column<Row>[] {
  return [
    {
      id: "added",
      header: copy.added,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: "used",
      header: copy.used,
      cell: ({ last_used_at }) =>
        last_used_at === null ? copy.never : <RelativeTime at={last_used_at} />,
    },
  ];
}

type Props<Row> = {
  title: string;
  /** What it is good for, while there is none. */
  teach: string;
  /** How to get one more. */
  action: ReactNode;
  rows: Row[];
  columns: Column<Row>[];
  rowName: (row: Row) => string;
};

export function WaysIn<Row extends WayIn>({ title, teach, action, rows, ...table }: Props<Row>) {
  if (rows.length === 0) {
    return (
      <Stack p="lg" gap="md" className="panel">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed" maw={640}>
            {teach}
          </Text>
        </div>
        <Group>{action}</Group>
      </Stack>
    );
  }
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      <DataTable label={title} rows={rows} rowId={({ id }) => id} {...table} />
    </>
  );
}
