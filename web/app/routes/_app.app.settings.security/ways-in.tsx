import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";

/** Something besides the password that logs the user in. */
type WayIn = { id: string; created_at: string; last_used_at: string | null };

/** When it was added and last used. */
export function timesOf<Row extends WayIn>(words: {
  added: string;
  used: string;
  never: string;
}): Column<Row>[] {
  return [
    {
      id: "added",
      header: words.added,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: "used",
      header: words.used,
      cell: ({ last_used_at }) =>
        last_used_at === null ? words.never : <RelativeTime at={last_used_at} />,
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
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {rows.length > 0 ? action : null}
      </Group>
      {rows.length > 0 ? (
        <DataTable label={title} rows={rows} rowId={({ id }) => id} {...table} />
      ) : (
        <div className="panel">
          <EmptyState drawing="key" sentence={teach} action={action} />
        </div>
      )}
    </>
  );
}
