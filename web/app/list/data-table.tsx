import { Checkbox, UnstyledButton } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  type Header,
  type OnChangeFn,
  type RowSelectionState,
  type Row as TableRow,
  useReactTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { usePreferences } from "../shell/preferences.ts";
import type { Column } from "./column.ts";
import "./list.css";
import type { Sort } from "./list-query.ts";

export type RowNames<Row> = {
  rowId: (row: Row) => string;
  /** For screen readers: "Select {name}". */
  rowName: (row: Row) => string;
  /** Where the row leads; its first cell becomes the link. */
  rowTo?: (row: Row) => string;
};

type Props<Row> = RowNames<Row> & {
  /** Says what the table lists. */
  label: string;
  rows: Row[];
  columns: readonly Column<Row>[];
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Leave both out for a table without selection. */
  selection?: RowSelectionState;
  onSelection?: OnChangeFn<RowSelectionState>;
  isLoading?: boolean;
};

function toDefinition<Row>(column: Column<Row>): ColumnDef<Row> {
  return { id: column.id, header: column.header };
}

export function DataTable<Row>(props: Props<Row>) {
  const { rows, columns, rowId, selection, onSelection } = props;
  const t = useText("lists");
  const { density } = usePreferences();
  // The rule is about React's compiler, which is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const table = useReactTable<Row>({
    data: rows,
    columns: columns.map(toDefinition),
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    enableRowSelection: Boolean(onSelection),
    state: { rowSelection: selection ?? {} },
    ...(onSelection ? { onRowSelectionChange: onSelection } : {}),
  });
  return (
    <section
      className="list-scroll"
      aria-label={props.label}
      // A table wider than the screen is scrolled with the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-busy={props.isLoading ?? false}
    >
      <table className="list-table" data-density={density} aria-label={props.label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {onSelection ? (
                <th className="list-check">
                  <Checkbox
                    size="xs"
                    aria-label={t("selectAll")}
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              ) : null}
              {group.headers.map((header, at) => {
                const column = columns[at];
                return column ? (
                  <HeaderCell key={header.id} {...props} header={header} column={column} />
                ) : null;
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <BodyRow key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type HeaderProps<Row> = Pick<Props<Row>, "sort" | "onSort"> & {
  header: Header<Row, unknown>;
  column: Column<Row>;
};

function HeaderCell<Row>({ header, column, sort, onSort }: HeaderProps<Row>) {
  const words = flexRender(header.column.columnDef.header, header.getContext());
  const current = sort?.by === column.id ? sort : null;
  const direction = current?.descending ? "descending" : "ascending";
  const canSort = column.isSortable && onSort;
  return (
    <th
      data-align={column.align ?? "left"}
      style={{ width: column.width }}
      {...(current ? { "aria-sort": direction } : {})}
    >
      {canSort ? (
        <SortButton column={column} current={current} onSort={onSort}>
          {words}
        </SortButton>
      ) : (
        words
      )}
    </th>
  );
}

type SortProps<Row> = {
  column: Column<Row>;
  current: Sort | null;
  onSort: (sort: Sort) => void;
  children: ReactNode;
};

function SortButton<Row>({ column, current, onSort, children }: SortProps<Row>) {
  const t = useText("lists");
  const SortIcon = current?.descending ? IconArrowDown : IconArrowUp;
  const next = { by: column.id, descending: current ? !current.descending : false };
  return (
    <UnstyledButton
      className="list-sort"
      title={t("sortBy", { column: column.header })}
      onClick={() => onSort(next)}
    >
      {children}
      {current ? <SortIcon size={14} /> : <IconArrowsSort size={14} className="list-sort-hint" />}
    </UnstyledButton>
  );
}

type BodyRowProps<Row> = Props<Row> & { row: TableRow<Row> };

function BodyRow<Row>({ row, columns, rowName, rowTo, onSelection }: BodyRowProps<Row>) {
  const t = useText("lists");
  const to = rowTo?.(row.original);
  const isSelected = row.getIsSelected();
  return (
    <tr data-row={row.index} data-selected={isSelected || undefined} tabIndex={-1}>
      {onSelection ? (
        <td className="list-check">
          <Checkbox
            size="xs"
            aria-label={t("selectRow", { row: rowName(row.original) })}
            checked={isSelected}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      ) : null}
      {row.getVisibleCells().map((cell, at) => {
        // Not as a component: a new function at each render would build the cell anew and lose what it holds.
        const words = columns[at]?.cell(row.original);
        return (
          <td key={cell.id} data-align={columns[at]?.align ?? "left"}>
            {at === 0 && to ? <RowLink to={to}>{words}</RowLink> : words}
          </td>
        );
      })}
    </tr>
  );
}

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="list-link">
      {children}
    </Link>
  );
}
