import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useFocusBack } from "../components/use-focus-back.ts";

type Props = { label: string; onClose: () => void; children: ReactNode };

/** The navigation of small screens. Loaded when it is first opened. */
export default function NavigationDrawer({ label, onClose, children }: Props) {
  useFocusBack();
  return (
    <Drawer.Root opened onClose={onClose} size={264} padding={8} aria-label={label}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={label}>
        <Drawer.Body h="100%">
          <nav className="frame-drawer" aria-label={label}>
            {children}
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
