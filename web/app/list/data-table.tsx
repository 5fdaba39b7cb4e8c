import { Checkbox, UnstyledButton } from "@mantine/core";
import { Link, useNavigate } from "@remix-run/react";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { usePreferences } from "../state/preferences.ts";
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

/** The rows that are selected, by their ids. */
export type Selection = Readonly<Record<string, boolean>>;

type Props<Row> = RowNames<Row> & {
  /** Says what the table lists. */
  label: string;
  rows: Row[];
  columns: readonly Column<Row>[];
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Leave both out for a table without selection. */
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  isLoading?: boolean;
  /** What a click on a row does; it follows `rowTo` where there is one. */
  onOpen?: (row: Row) => void;
};

export function DataTable<Row>(props: Props<Row>) {
  const { rows, columns, rowId, selection = {}, onSelection } = props;
  const { density } = usePreferences();
  const ids = rows.map(rowId);
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
          <tr>
            {onSelection ? (
              <SelectAll ids={ids} selection={selection} onChange={onSelection} />
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.id} {...props} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <BodyRow key={ids[at] ?? at} {...props} row={row} at={at} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type SelectProps = {
  ids: readonly string[];
  selection: Selection;
  onChange: (selection: Selection) => void;
};

function SelectAll({ ids, selection, onChange }: SelectProps) {
  const t = useText("lists");
  const count = ids.filter((id) => selection[id]).length;
  const isAll = ids.length > 0 && count === ids.length;
  return (
    <th className="list-check">
      <Checkbox
        size="xs"
        aria-label={t("selectAll")}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => onChange(isAll ? {} : Object.fromEntries(ids.map((id) => [id, true])))}
      />
    </th>
  );
}

type HeaderProps<Row> = Pick<Props<Row>, "sort" | "onSort"> & { column: Column<Row> };

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const current = sort?.by === column.id ? sort : null;
  const direction = current?.descending ? "descending" : "ascending";
  const canSort = column.isSortable && onSort;
  return (
    <th
      data-column={column.id}
      data-align={column.align ?? "left"}
      style={{ width: column.width }}
      {...(current ? { "aria-sort": direction } : {})}
    >
      {canSort ? (
        <SortButton column={column} current={current} onSort={onSort}>
          {column.header}
        </SortButton>
      ) : (
        column.header
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

type BodyRowProps<Row> = Props<Row> & { row: Row; at: number };

function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, at, columns, rowId, rowName, rowTo, onOpen, selection = {}, onSelection } = props;
  const t = useText("lists");
  const to = rowTo?.(row);
  const id = rowId(row);
  const isSelected = selection[id] ?? false;
  const navigate = useNavigate();
  const open = onOpen ? () => onOpen(row) : to && (() => navigate(to));
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!open || !isPlainClick(event)) return;
    if (to && isForNewTab(event)) window.open(to, "_blank", "noopener");
    else if (event.button === 0) open();
  };
  return (
    // The keyboard opens it with Enter, from the row or from its link.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      data-row={at}
      data-selected={isSelected || undefined}
      tabIndex={-1}
      {...(open ? { "data-opens": true, onClick, onAuxClick: onClick } : {})}
    >
      {onSelection ? (
        <td className="list-check">
          <Checkbox
            size="xs"
            aria-label={t("selectRow", { row: rowName(row) })}
            checked={isSelected}
            onChange={() => onSelection({ ...selection, [id]: !isSelected })}
          />
        </td>
      ) : null}
      {columns.map((column, index) => {
        // Not as a component: a new function at each render would build the cell anew and lose what it holds.
        const copy = column.cell(row);
        return (
          <td key={column.id} data-column={column.id} data-align={column.align ?? "left"}>
            {index === 0 && to ? <RowLink to={to}>{copy}</RowLink> : copy}
          </td>
        );
      })}
    </tr>
  );
}

/** Not on something in the row that has a meaning of its own, nor the end of marking words. */
function isPlainClick({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const isInRow = target instanceof Element && currentTarget.contains(target);
  const control = isInRow && target.closest("a, button, input, label, summary, [role=menuitem]");
  return isInRow && !control && (window.getSelection()?.isCollapsed ?? true);
}

/** As on a link: the middle button, or a key held down. */
const isForNewTab = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 1 || (button === 0 && (ctrlKey || metaKey || shiftKey));

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="list-link">
      {children}
    </Link>
  );
}
