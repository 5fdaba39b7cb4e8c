import { Select } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { loader } from "../../routes/app.campaign-choices/route.ts";

const CHOICES = "/app/campaign-choices";

type Props = {
  label: string;
  placeholder: string;
  nothingFound: string;
  /** A campaign that is no choice. */
  except?: number;
  onChoose: (campaignId: number | undefined) => void;
};

/** A field in which one of the account's campaigns is searched and chosen; the server searches. */
export function CampaignSelect({ label, placeholder, nothingFound, except, onChoose }: Props) {
  const { load, data } = useFetcher<typeof loader>();
  const [search, setSearch] = useState("");
  useEffect(() => load(`${CHOICES}?search=${encodeURIComponent(search)}`), [load, search]);
  const options = (data?.campaigns ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={options}
      filter={({ options: found }) => found}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(chosen) => onChoose(chosen === null ? undefined : Number(chosen))}
      nothingFoundMessage={nothingFound}
      data-autofocus
    />
  );
}
