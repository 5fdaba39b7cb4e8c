import { useFetcher } from "@remix-run/react";
import { useState } from "react";

export type Option = { value: string; label: string };

/** What a route of choices answers: things with a name, the first of those that fit. */
type Choices = { choices: readonly { id: number; name: string }[] };

/** The options that fit what is typed: by asking a route of choices, or without one among those that the screen has. */
export function useOptions(options: readonly Option[], choicesAt?: string) {
  const { load, data } = useFetcher<Choices>();
  const [search, setSearch] = useState("");
  const type = (text: string) => {
    setSearch(text);
    if (choicesAt) load(`${choicesAt}?search=${encodeURIComponent(text)}`);
  };
  const searchText = search.trim().toLowerCase();
  const isFitting = ({ label }: Option) => label.toLowerCase().includes(searchText);
  const found =
    choicesAt && data
      ? data.choices.map(({ id, name }) => ({ value: String(id), label: name }))
      : options.filter(isFitting);
  return { search, setSearch: type, options: searchText === "" ? options : found };
}
