import { Select } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useText } from "../messages/text.tsx";
import type { loader } from "../routes/app.lead-choices/route.ts";

const CHOICES = "/app/lead-choices";

type Props = { error: string | undefined; onChoose: (leadId: number | undefined) => void };

/** A field in which a lead is searched and chosen; the server searches. */
export function LeadSelect({ error, onChoose }: Props) {
  const t = useText("tasks");
  const { load, data } = useFetcher<typeof loader>();
  const [search, setSearch] = useState("");
  useEffect(() => load(`${CHOICES}?search=${encodeURIComponent(search)}`), [load, search]);
  const options = (data?.leads ?? []).map(({ id, name, email }) => ({
    value: String(id),
    label: name ? `${name} · ${email}` : email,
  }));
  return (
    <Select
      label={t("lead")}
      placeholder={t("leadHint")}
      error={error}
      data={options}
      filter={({ options: found }) => found}
      searchable
      onSearchChange={(words) => setSearch(words.split(" · ").at(-1) ?? "")}
      onChange={(chosen) => onChoose(chosen === null ? undefined : Number(chosen))}
      nothingFoundMessage={t("noLead")}
    />
  );
}
