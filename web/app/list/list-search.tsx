import { ActionIcon, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../messages/text.tsx";

/** Milliseconds without a key until the list answers. */
const PAUSE = 250;

type Props = {
  value: string;
  placeholder?: string | undefined;
  onSearch: (search: string) => void;
};

export function ListSearch({ value, placeholder, onSearch }: Props) {
  const t = useText("lists");
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [asked, setAsked] = useState(value);
  const search = useDebouncedCallback((text: string) => {
    setAsked(text.trim());
    onSearch(text);
  }, PAUSE);
  // The address may change without typing: "clear all", back, another link.
  if (value !== seen) {
    setSeen(value);
    if (value !== asked) setTyped(value);
  }
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const clear = typed ? (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t("clearSearch")}
      onClick={() => type("")}
    >
      <IconX size={14} />
    </ActionIcon>
  ) : null;
  return (
    <TextInput
      size="xs"
      w={{ base: "100%", xs: 240 }}
      aria-label={placeholder ?? t("search")}
      placeholder={placeholder ?? t("search")}
      leftSection={<IconSearch size={14} />}
      rightSection={clear}
      value={typed}
      data-search
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}
