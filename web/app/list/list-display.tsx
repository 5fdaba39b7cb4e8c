import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { OpensLater } from "../components/opens-later.tsx";
import { useText } from "../messages/text.tsx";
import type { ListDisplayProps } from "./list-display-chooser.tsx";

const loadChooser = () => import("./list-display-chooser.tsx");

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
