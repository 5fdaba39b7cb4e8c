import { Select } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useText } from "../../messages/text.tsx";
import type { loader } from "../../routes/app.lead-choices/route.ts";

const CHOICES = "/app/lead-choices";
/** Milliseconds without a key before the server is asked. */
const PAUSE_MS = 200;

type Choice = { value: string; label: string };
type Props = {
  error: string | undefined;
  /** What to do while nobody is chosen. */
  hint: string;
  onChoose: (leadId: number | undefined) => void;
};

/** A field in which a lead is searched and chosen; the server searches. */
export function LeadSelect({ error, hint, onChoose }: Props) {
  const t = useText("tasks");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { found, isSearching } = useLeadChoices(chosen ? "" : typed);
  return (
    <Select
      label={t("lead")}
      placeholder={t("leadHint")}
      description={chosen ? undefined : hint}
      error={error}
      data={
        chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found
      }
      filter={({ options }) => options}
      searchable
      // A person who types on has not chosen yet: what is shown and what is kept are always the same lead.
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        if (chosen && text !== chosen.label) {
          setChosen(null);
          onChoose(undefined);
        }
      }}
      onOptionSubmit={(value) => {
        const choice = found.find((option) => option.value === value) ?? chosen;
        setChosen(choice);
        onChoose(choice ? Number(choice.value) : undefined);
      }}
      allowDeselect={false}
      nothingFoundMessage={t(isSearching ? "searchingLeads" : "noLead")}
    />
  );
}

/** The leads that match the words, and whether newer ones are on their way. */
function useLeadChoices(typed: string) {
  const { load, data, state } = useFetcher<typeof loader>();
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    const ask = () => {
      setAsked(typed);
      load(`${CHOICES}?search=${encodeURIComponent(typed)}`);
    };
    const pause = setTimeout(ask, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [load, typed]);
  const isSearching = asked !== typed || state !== "idle";
  const found = (isSearching && typed ? [] : (data?.leads ?? [])).map(({ id, name, email }) => ({
    value: String(id),
    label: name ? `${name} · ${email}` : email,
  }));
  return { found, isSearching };
}
