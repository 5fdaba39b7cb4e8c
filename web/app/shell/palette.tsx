import "@mantine/spotlight/styles.layer.css";
import "./palette.css";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useNavigate } from "@remix-run/react";
import { IconBolt, IconSearch } from "@tabler/icons-react";
import { useEffect } from "react";
import { useText } from "../messages/text.tsx";
import { usePaletteRequests } from "./palette-store.ts";
import { useOfferedActions } from "./screen-keys.ts";
import type { Section } from "./sections.ts";

const [store, spotlight] = createSpotlight();

/** Goes to any screen and runs what the current screen offers. Loaded when it is first opened. */
export default function Palette({ sections }: { sections: readonly Section[] }) {
  const t = useText("shell");
  const navigate = useNavigate();
  const requests = usePaletteRequests();
  const offered = useOfferedActions();
  useEffect(() => {
    if (requests > 0) spotlight.open();
  }, [requests]);
  const here = offered.map(({ id, label, description, keywords, run }) => ({
    id,
    label,
    ...(description ? { description } : {}),
    ...(keywords ? { keywords } : {}),
    leftSection: <IconBolt size={18} stroke={1.75} />,
    onClick: run,
  }));
  const places = sections.map((section) => ({
    id: section.to,
    label: t(section.label),
    leftSection: <section.icon size={18} stroke={1.75} />,
    rightSection: <GoKeys letter={section.key} />,
    onClick: () => navigate(section.to),
  }));
  return (
    <Spotlight
      store={store}
      shortcut={null}
      title={t("searchOrJump")}
      scrollable
      maxHeight={420}
      highlightQuery
      nothingFound={t("nothingFound")}
      searchProps={{
        "aria-label": t("searchOrJump"),
        placeholder: t("searchOrJump"),
        leftSection: <IconSearch size={18} />,
      }}
      actions={[
        ...(here.length ? [{ group: t("thisScreen"), actions: here }] : []),
        { group: t("goTo"), actions: places },
      ]}
    />
  );
}

function GoKeys({ letter }: { letter: string }) {
  return (
    <span aria-hidden>
      <kbd>g</kbd> <kbd>{letter}</kbd>
    </span>
  );
}
