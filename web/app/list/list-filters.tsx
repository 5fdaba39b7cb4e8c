import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { OpensLater } from "../components/opens-later.tsx";
import { useLocale, useText } from "../messages/text.tsx";
import type { Filter } from "./list-filter.ts";
import type { ListState } from "./use-list-state.ts";
import type { Option } from "./use-options.ts";

const loadMenu = () => import("./list-filter-menu.tsx");
const loadOptions = () => import("./list-filter-options.tsx");

type Props = { filters: readonly Filter[]; state: ListState };

/** Filters as chips that read as sentences, "Status is Paused or Draft", and the button that adds one. */
export function ListFilters({ filters, state }: Props) {
  const t = useText("lists");
  const [editing, setEditing] = useState<string | null>(null);
  const isShown = ({ name }: Filter) => state.query.filters[name] !== undefined || editing === name;
  const shown = filters.filter(isShown);
  const others = filters.filter((filter) => !isShown(filter));
  const hasValues = Object.keys(state.query.filters).length > 0;
  return (
    <>
      {shown.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          values={state.query.filters[filter.name] ?? []}
          isOpen={editing === filter.name}
          onOpen={(isOpen) => setEditing(isOpen ? filter.name : null)}
          onChange={(values) => state.change({ filter: { name: filter.name, values } })}
          onGone={focusAdding}
        />
      ))}
      {others.length > 0 ? (
        <OpensLater
          popup="menu"
          load={loadMenu}
          more={{ filters: others, onChoose: setEditing }}
          button={
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFilter size={14} />}
              data-adds-filter
            >
              {t("filter")}
            </Button>
          }
        />
      ) : null}
      {hasValues ? (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => state.clear(filters.map((filter) => filter.name))}
        >
          {t("clearFilters")}
        </Button>
      ) : null}
    </>
  );
}

type ChipProps = {
  filter: Filter;
  values: string[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (values: string[]) => void;
  /** The chip, which had the focus, goes away. */
  onGone: () => void;
};

/** Milliseconds until a popover that closes has put the focus on its chip. */
const CLOSED_MS = 20;

/** The focus goes on to the button that adds filters, unless someone has put it elsewhere. */
function focusAdding() {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("[data-adds-filter]")?.focus({ preventScroll: true });
  }, CLOSED_MS);
}

function useSentence({ label }: Filter, options: readonly Option[], values: string[]): string {
  const t = useText("lists");
  const locale = useLocale();
  const copy = values.map((value) => options.find((o) => o.value === value)?.label ?? value);
  if (copy.length === 0) return label;
  const list = new Intl.ListFormat(locale, { type: "disjunction" }).format(copy);
  return t("filterIs", { field: label, values: list });
}

function FilterChip({ filter, values, isOpen, onOpen, onChange, onGone }: ChipProps) {
  const t = useText("lists");
  const [found, setFound] = useState<readonly Option[]>([]);
  const sentence = useSentence(filter, [...filter.options, ...found], values);
  return (
    <span className="list-chip">
      <OpensLater
        popup="dialog"
        load={loadOptions}
        more={{ filter, values, onChoose: onChange, onFound: setFound }}
        opened={isOpen}
        onChange={(opens) => {
          onOpen(opens);
          if (!opens && values.length === 0) onGone();
        }}
        button={<UnstyledButton className="list-chip-words">{sentence}</UnstyledButton>}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t("removeFilter", { filter: sentence })}
        onClick={() => {
          onOpen(false);
          onChange([]);
          onGone();
        }}
      >
        <IconX size={14} />
      </ActionIcon>
    </span>
  );
}
