import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useNavigate } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { useText } from "../messages/text.tsx";
import { useKeyListener, useScreenKeys } from "../state/screen-keys.ts";
import { openPalette, usePaletteRequests } from "./palette-store.ts";
import type { Section } from "./sections.ts";

const KeysDialog = lazy(() => import("./keys-dialog.tsx"));
const Palette = lazy(() => import("./palette.tsx"));

type Props = {
  sections: readonly Section[];
  permissions: readonly string[];
  /** Clients of an agency have none. */
  hasSettings: boolean;
};

/** The keys that work on every screen, the palette and the list of keys. */
export function ShellKeys({ sections, permissions, hasSettings }: Props) {
  const t = useText("shell");
  const navigate = useNavigate();
  const wasAsked = usePaletteRequests() > 0;
  const [isOpen, { open, close }] = useDisclosure(false);
  useKeyListener();
  useHotkeys([["mod+K", openPalette]], []);
  useScreenKeys([
    { keys: "?", label: t("keysShow"), run: open },
    ...sections.map((section) => ({
      keys: `g ${section.key}`,
      label: t("keysGoTo", { place: t(section.label) }),
      run: () => navigate(section.to),
    })),
  ]);
  return (
    <>
      {isOpen ? (
        <Suspense>
          <KeysDialog onClose={close} />
        </Suspense>
      ) : null}
      {wasAsked ? (
        <Suspense>
          <Palette sections={sections} permissions={permissions} hasSettings={hasSettings} />
        </Suspense>
      ) : null}
    </>
  );
}
