import { Checkbox, Popover, Stack, Text, TextInput } from "@mantine/core";
import { cloneElement, useState } from "react";
import type { Opened } from "../components/opens-later.tsx";
import { useText } from "../messages/text.tsx";
import type { Filter } from "./list-filter.ts";
import { type Option, useOptions } from "./use-options.ts";

/** More than these are searched rather than read. */
const READ_AT_ONCE = 10;

type Props = Opened & {
  filter: Filter;
  values: string[];
  onChoose: (values: string[]) => void;
  /** What the server found, so that the chip knows its name. */
  onFound: (options: readonly Option[]) => void;
};

/** Which values of a filter to list. */
export default function ListOptions({ filter, values, onChoose, onFound, ...opened }: Props) {
  const { button, opened: isOpen, onChange } = opened;
  const t = useText("lists");
  // A box shows its tick at once; the address follows when the answer is there.
  const [chosen, setChosen] = useState(values);
  const [seen, setSeen] = useState(values.join());
  if (seen !== values.join()) {
    setSeen(values.join());
    setChosen(values);
  }
  const choose = (next: string[]) => {
    setChosen(next);
    onFound(options);
    onChoose(next);
  };
  const { search, setSearch, options } = useOptions(filter.options, filter.choicesAt);
  const hasSearch = filter.choicesAt !== undefined || filter.options.length > READ_AT_ONCE;
  return (
    <Popover opened={isOpen} onChange={onChange} position="bottom-start" trapFocus>
      <Popover.Target>{cloneElement(button, { onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown maw="min(360px, 94vw)">
        {hasSearch ? (
          <TextInput
            size="xs"
            mb="xs"
            aria-label={t("search")}
            placeholder={t("search")}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : null}
        <Checkbox.Group
          value={chosen}
          onChange={choose}
          aria-label={filter.label}
          className="list-options"
        >
          <Stack gap={8}>
            {options.map((option) => (
              <Checkbox key={option.value} size="xs" value={option.value} label={option.label} />
            ))}
          </Stack>
        </Checkbox.Group>
        {options.length === 0 ? (
          <Text size="xs" c="dimmed">
            {t("noneFound")}
          </Text>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
