import { Button, Menu, type MenuProps } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  label: string;
  image: ReactNode;
  isBusy: boolean;
  position?: NonNullable<MenuProps["position"]>;
  /** Its items. */
  children: ReactNode;
};

/** A small button of a bar of actions that opens a menu. */
export function BarMenu({ label, image, isBusy, position = "bottom-start", children }: Props) {
  return (
    <Menu position={position}>
      <Menu.Target>
        <Button size="xs" variant="default" disabled={isBusy} leftSection={image}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
