import { Checkbox, Popover, Stack } from "@mantine/core";
import { cloneElement, useState } from "react";
import type { Opened } from "../components/opens-later.tsx";
import type { Filter } from "./list-filters.tsx";

type Props = Opened & { filter: Filter; values: string[]; onChoose: (values: string[]) => void };

/** Which values of a filter to list. */
export default function ListFilterOptions({ filter, values, onChoose, ...opened }: Props) {
  const { button, opened: isOpen, onChange } = opened;
  // A box shows its tick at once; the address follows when the answer is there.
  const [chosen, setChosen] = useState(values);
  const [seen, setSeen] = useState(values.join());
  if (seen !== values.join()) {
    setSeen(values.join());
    setChosen(values);
  }
  const choose = (next: string[]) => {
    setChosen(next);
    onChoose(next);
  };
  return (
    <Popover opened={isOpen} onChange={onChange} position="bottom-start" trapFocus>
      <Popover.Target>{cloneElement(button, { onClick: () => onChange(!isOpen) })}</Popover.Target>
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
