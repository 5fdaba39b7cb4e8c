import { Menu } from "@mantine/core";
import type { Opened } from "../components/opens-later.tsx";
import type { Filter } from "./list-filter.ts";

type Props = Opened & { filters: readonly Filter[]; onChoose: (name: string) => void };

/** The filters that are not shown yet. */
export default function ListFilterMenu({ filters, onChoose, button, ...state }: Props) {
  return (
    <Menu position="bottom-start" returnFocus={false} {...state}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {filters.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => onChoose(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
