import { Button, Group, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { EmptyState } from "../components/empty-state.tsx";
import { useText } from "../messages/text.tsx";
import { type Column, shownColumns } from "./column.ts";
import { DataTable, type RowNames, type Selection } from "./data-table.tsx";
import { ListDisplay } from "./list-display.tsx";
import type { Filter } from "./list-filter.ts";
import { ListFilters } from "./list-filters.tsx";
import { ListPaging } from "./list-paging.tsx";
import type { ListRules } from "./list-query.ts";
import { ListSearch } from "./list-search.tsx";
import { type LoadIds, useEverything } from "./use-everything.ts";
import { isEmptyList } from "./use-is-empty-list.ts";
import { useListKeys } from "./use-list-keys.ts";
import { type ListState, useListState } from "./use-list-state.ts";
import { useRememberedColumns } from "./use-remembered-columns.ts";
import "./list.css";

type Props<Row> = RowNames<Row> & {
  /** Under which the chosen columns are remembered; a list without one has none to remember. */
  name?: string;
  /** Says what is listed, for screen readers. */
  label: string;
  /** What a loader got from a `list` operation. */
  page: { items: Row[]; cursor: string | null; total?: number | undefined };
  columns: readonly Column<Row>[];
  /** The same that the loader gave to `readListQuery`. */
  rules: ListRules;
  filters?: readonly Filter[];
  searchPlaceholder?: string;
  hasSearch?: boolean;
  /** An `EmptyState`: shown when there is nothing at all, not when nothing matches. */
  empty: ReactNode;
  /** Buttons for the selected rows; leave out for a list without selection. */
  bulk?: (selected: { ids: string[]; clear: () => void }) => ReactNode;
  /** Reads the ids of all pages; with it, a whole page that is selected offers the rest. */
  loadIds?: LoadIds;
  /** What else can be done with the list, beside its display. */
  tools?: ReactNode;
  /** Enter on a row, where a row opens in place; otherwise it follows `rowTo`. */
  onOpen?: (row: Row) => void;
  onBack?: () => void;
};

/** Every list of the product: search, filters, sorting, columns, selection, paging; its state is the address. */
export function ListScreen<Row>(props: Props<Row>) {
  const state = useRememberedColumns(props.name, useListState(props.rules));
  return isEmptyList(props.page, state.query) ? (
    props.empty
  ) : (
    <FilledList {...props} state={state} />
  );
}

function FilledList<Row>(props: Props<Row> & { state: ListState }) {
  const { page, rowId, columns, bulk, state } = props;
  const { selection, setSelection, ids: chosen } = useSelection(page.items.map(rowId));
  const everything = useEverything(props.loadIds, listedAs(state));
  const isWholePage = chosen.length === page.items.length;
  const ids = (isWholePage && everything.ids) || chosen;
  const clear = () => {
    setSelection({});
    everything.clear();
  };
  const toggle = (at: number) => {
    const id = page.items.map(rowId)[at] ?? "";
    setSelection(({ [id]: wasSelected, ...rest }) =>
      wasSelected ? rest : { ...rest, [id]: true },
    );
  };
  const onOpen = useOpen(props);
  const listId = useListKeys({
    count: page.items.length,
    ...(onOpen ? { onOpen } : {}),
    ...(bulk ? { onSelect: toggle } : {}),
    ...(props.onBack ? { onBack: props.onBack } : {}),
  });
  return (
    <div className="list" id={listId}>
      <Toolbar {...props} />
      {bulk && ids.length > 0 ? (
        <BulkBar count={ids.length} onClear={clear}>
          {isWholePage && isOneOfSeveral(props, state) ? (
            <SelectEverything everything={everything} total={page.total} />
          ) : null}
          {bulk({ ids, clear })}
        </BulkBar>
      ) : null}
      {page.items.length === 0 ? (
        <NothingMatches
          state={state}
          names={Object.keys(state.query.filters)}
          cursor={page.cursor}
        />
      ) : (
        <DataTable
          {...props}
          rows={page.items}
          columns={shownColumns(columns, state.query.columns)}
          sort={state.query.sort}
          onSort={(sort) => state.change({ sort })}
          isLoading={state.isLoading}
          {...(bulk ? { selection, onSelection: setSelection } : {})}
        />
      )}
      <ListPaging state={state} shown={page.items.length} cursor={page.cursor} total={page.total} />
    </div>
  );
}

/** Whether there are rows on other pages that could be selected too. */
const isOneOfSeveral = <Row,>({ loadIds, page }: Props<Row>, { query }: ListState) =>
  Boolean(loadIds && (page.cursor || query.offset > 0));

/** What Enter does on a row, if anything. */
function useOpen<Row>({ page, onOpen, rowTo }: Props<Row>) {
  const navigate = useNavigate();
  const open = onOpen ?? (rowTo ? (row: Row) => navigate(rowTo(row)) : undefined);
  if (!open) return undefined;
  return (at: number) => {
    const row = page.items[at];
    if (row !== undefined) open(row);
  };
}

/** Which rows of this page are selected; another page starts with none. */
function useSelection(rowIds: readonly string[]) {
  const [selection, setSelection] = useState<Selection>({});
  const rows = rowIds.join("\n");
  const [seen, setSeen] = useState(rows);
  if (seen !== rows) {
    setSeen(rows);
    setSelection({});
  }
  return { selection, setSelection, ids: rowIds.filter((id) => selection[id]) };
}

type ToolbarProps<Row> = Pick<
  Props<Row>,
  "filters" | "columns" | "searchPlaceholder" | "hasSearch" | "tools"
> & { state: ListState };

function Toolbar<Row>({
  filters = [],
  columns,
  state,
  hasSearch = true,
  tools,
  ...rest
}: ToolbarProps<Row>) {
  return (
    <Group gap="xs" align="flex-start">
      <Group gap="xs" flex="1 1 240px" className="list-narrowing">
        {hasSearch ? (
          <ListSearch
            value={state.query.search}
            placeholder={rest.searchPlaceholder}
            onSearch={(search) => state.change({ search }, { replace: true })}
          />
        ) : null}
        <ListFilters filters={filters} state={state} />
      </Group>
      <Group gap="xs" ml="auto">
        {tools}
        <ListDisplay columns={columns} state={state} />
      </Group>
    </Group>
  );
}

type BulkProps = { count: number; onClear: () => void; children: ReactNode };

function BulkBar({ count, onClear, children }: BulkProps) {
  const t = useText("lists");
  return (
    <div className="list-bulk">
      <Text size="sm" fw={500} aria-live="polite">
        {t("selected", { count })}
      </Text>
      {children}
      <Button variant="subtle" size="xs" ml="auto" onClick={onClear}>
        {t("clearSelection")}
      </Button>
    </div>
  );
}

/** The search and the filters alone: every page of a list is the same list. */
const listedAs = ({ query: { search, filters } }: ListState) => JSON.stringify([search, filters]);

type EverythingProps = {
  everything: ReturnType<typeof useEverything>;
  total: number | undefined;
};

function SelectEverything({ everything, total }: EverythingProps) {
  const t = useText("lists");
  if (everything.ids) return null;
  const copy = total === undefined ? t("selectMatching") : t("selectEverything", { total });
  return (
    <Button
      variant="light"
      size="xs"
      disabled={everything.looking !== null}
      onClick={everything.select}
    >
      {everything.looking === null ? copy : t("selecting", { count: everything.looking })}
    </Button>
  );
}

type NothingProps = {
  state: ListState;
  names: readonly string[];
  /** Where to go on, when not every row was looked at. */
  cursor: string | null;
};

function NothingMatches({ state, names, cursor }: NothingProps) {
  const t = useText("lists");
  const further = cursor ? (
    <Button onClick={() => state.goToNext(cursor, 0)} loading={state.isLoading}>
      {t("lookFurther")}
    </Button>
  ) : null;
  return (
    <EmptyState
      drawing="search"
      sentence={t(cursor ? "noMatchYet" : "noMatchText")}
      action={
        <Group gap="xs">
          {further}
          <Button variant="default" onClick={() => state.clear(names)}>
            {t("clearFilters")}
          </Button>
        </Group>
      }
    />
  );
}
