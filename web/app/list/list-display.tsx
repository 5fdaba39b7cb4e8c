import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { OpensLater } from "../components/opens-later.tsx";
import { useText } from "../messages/text.tsx";
import type { Column } from "./column.ts";
import type { ListState } from "./use-list-state.ts";

const loadChooser = () => import("./list-display-chooser.tsx");

// The table of another type of row has other columns; the chooser needs none of their rows.
// oxlint-disable-next-line typescript/no-explicit-any
export type ListDisplayProps = { columns: readonly Column<any>[]; state: ListState };

/** Which columns, in what order, and how high the rows are. */
export function ListDisplay(props: ListDisplayProps) {
  const t = useText("lists");
  const button = (
    <Button variant="default" size="xs" leftSection={<IconAdjustmentsHorizontal size={14} />}>
      {t("display")}
    </Button>
  );
  return <OpensLater button={button} popup="dialog" load={loadChooser} more={props} />;
}
