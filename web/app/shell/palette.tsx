import "@mantine/spotlight/styles.layer.css";
import "./palette.css";
import { Text } from "@mantine/core";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useNavigate } from "@remix-run/react";
import { IconBolt, IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useText } from "../messages/text.tsx";
import { useOfferedActions } from "../state/screen-keys.ts";
import { matching } from "./palette-matching.ts";
import { usePaletteRequests } from "./palette-store.ts";
import type { Section } from "./sections.ts";
import { useCommands } from "./use-commands.tsx";
import { usePaletteSearch } from "./use-palette-search.tsx";

const [store, spotlight] = createSpotlight();

type Props = {
  sections: readonly Section[];
  permissions: readonly string[];
  hasSettings: boolean;
};

/** Goes to any screen, finds people, campaigns and mailboxes, and runs what can be done here. Loaded when it is first opened. */
export default function Palette({ sections, permissions, hasSettings }: Props) {
  const t = useText("shell");
  const navigate = useNavigate();
  const requests = usePaletteRequests();
  const [query, setQuery] = useState("");
  useEffect(() => {
    if (requests > 0) spotlight.open();
  }, [requests]);
  const here = useOfferedActions().map(({ id, label, description, keywords, run }) => ({
    id,
    label,
    ...(description ? { description } : {}),
    ...(keywords ? { keywords } : {}),
    leftSection: <IconBolt size={18} stroke={1.75} />,
    onClick: run,
  }));
  const destinations = sections.map((section) => ({
    id: section.to,
    label: t(section.label),
    leftSection: <section.icon size={18} stroke={1.75} />,
    rightSection: <GoKeys letter={section.key} />,
    onClick: () => navigate(section.to),
  }));
  const { commands, settings } = useCommands(permissions);
  const { groups: found, isSearching } = usePaletteSearch(query);
  const local = [
    { group: t("thisScreen"), actions: matching(here, query) },
    { group: t("goTo"), actions: matching(destinations, query) },
    { group: t("settings"), actions: query && hasSettings ? matching(settings, query) : [] },
    { group: t("commands"), actions: matching(commands, query) },
  ];
  const groups: { group: string; actions: SpotlightActionData[] }[] = [...local, ...found];
  useEffect(markFirst, [found]);
  return (
    <Spotlight
      store={store}
      shortcut={null}
      title={t("searchOrJump")}
      scrollable
      maxHeight={420}
      highlightQuery
      query={query}
      onQueryChange={setQuery}
      // What the server found need not have the words in its name.
      filter={(_query, actions) => actions}
      nothingFound={<Nothing isSearching={isSearching} />}
      searchProps={{
        "aria-label": t("searchOrJump"),
        placeholder: t("searchOrJump"),
        leftSection: <IconSearch size={18} />,
      }}
      actions={groups.filter(({ actions }) => actions.length > 0)}
    />
  );
}

/** The library marks the first line as one types: what the server finds comes later, and Enter has to open it, too. */
function markFirst(): void {
  const { listId, query } = store.getState();
  const list = document.getElementById(listId);
  if (!query || !list || list.querySelector("[data-selected]")) return;
  list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

function Nothing({ isSearching }: { isSearching: boolean }) {
  const t = useText("shell");
  if (isSearching) return t("searching");
  return (
    <>
      {t("nothingFound")}
      <Text component="span" display="block" size="xs" c="dimmed" mt={4}>
        {t("searchHint")}
      </Text>
    </>
  );
}

function GoKeys({ letter }: { letter: string }) {
  return (
    <span aria-hidden>
      <kbd>g</kbd> <kbd>{letter}</kbd>
    </span>
  );
}
