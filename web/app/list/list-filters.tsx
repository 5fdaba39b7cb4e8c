import { ActionIcon, Button, Checkbox, Menu, Popover, Stack, UnstyledButton } from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useLocale, useText } from "../messages/text.tsx";
import type { ListState } from "./use-list-state.ts";

export type Filter = {
  /** In the address. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
};

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
        />
      ))}
      {others.length > 0 ? (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button variant="default" size="xs" leftSection={<IconFilter size={14} />}>
              {t("filter")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((filter) => (
              <Menu.Item key={filter.name} onClick={() => setEditing(filter.name)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
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
};

function useSentence({ label, options }: Filter, values: string[]): string {
  const t = useText("lists");
  const locale = useLocale();
  const words = values.map((value) => options.find((o) => o.value === value)?.label ?? value);
  if (words.length === 0) return label;
  const list = new Intl.ListFormat(locale, { type: "disjunction" }).format(words);
  return t("filterIs", { field: label, values: list });
}

function FilterChip({ filter, values, isOpen, onOpen, onChange }: ChipProps) {
  const t = useText("lists");
  const sentence = useSentence(filter, values);
  // A box shows its tick at once; the address follows when the answer is there.
  const [chosen, setChosen] = useState(values);
  const [seen, setSeen] = useState(values.join());
  if (seen !== values.join()) {
    setSeen(values.join());
    setChosen(values);
  }
  const choose = (next: string[]) => {
    setChosen(next);
    onChange(next);
  };
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus>
      <span className="list-chip">
        <Popover.Target>
          <UnstyledButton className="list-chip-words" onClick={() => onOpen(!isOpen)}>
            {sentence}
          </UnstyledButton>
        </Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t("removeFilter", { filter: sentence })}
          onClick={() => {
            onOpen(false);
            onChange([]);
          }}
        >
          <IconX size={14} />
        </ActionIcon>
      </span>
      <Popover.Dropdown>
        <Checkbox.Group value={chosen} onChange={choose} aria-label={filter.label}>
          <Stack gap={8}>
            {filter.options.map((option) => (
              <Checkbox key={option.value} size="xs" value={option.value} label={option.label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
