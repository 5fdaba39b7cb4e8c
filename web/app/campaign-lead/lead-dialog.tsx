import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useText } from "../messages/text.tsx";
import type { loader } from "../routes/app.campaign-choices/route.ts";
import type { LeadChanging } from "./use-lead-action.ts";

type Props = {
  asking: "move" | "remove";
  campaignId: number;
  ids: readonly (string | number)[];
  changing: LeadChanging;
  onClose: () => void;
};

/** Asks before leads lose their place in a campaign. Mount it while it is open. */
export function LeadDialog(props: Props) {
  const { asking, ids, onClose } = props;
  const t = useText("campaign-leads");
  return (
    <Modal opened onClose={onClose} title={t(`${asking}Title`, { count: ids.length })}>
      {asking === "move" ? <MoveForm {...props} /> : <RemoveForm {...props} />}
    </Modal>
  );
}

function RemoveForm({ ids, changing, onClose }: Props) {
  const t = useText("campaign-leads");
  const remove = () => {
    changing.change("remove", ids);
    onClose();
  };
  return (
    <Stack>
      <Text size="sm">{t("removeText")}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button color="red" onClick={remove} data-autofocus>
          {t("removeButton")}
        </Button>
      </Group>
    </Stack>
  );
}

const CHOICES = "/app/campaign-choices";

function MoveForm({ campaignId, ids, changing, onClose }: Props) {
  const t = useText("campaign-leads");
  const { load, data } = useFetcher<typeof loader>();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => load(`${CHOICES}?search=${encodeURIComponent(search)}`), [load, search]);
  const options = (data?.campaigns ?? [])
    .filter(({ id }) => id !== campaignId)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const move = () => {
    if (chosen === null) return;
    changing.change("move", ids, Number(chosen));
    onClose();
  };
  return (
    <Stack>
      <Text size="sm">{t("moveText")}</Text>
      <Select
        label={t("campaign")}
        placeholder={t("campaignHint")}
        data={options}
        // The server has searched already.
        filter={({ options: found }) => found}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage={t("noCampaign")}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button onClick={move} disabled={chosen === null}>
          {t("moveButton")}
        </Button>
      </Group>
    </Stack>
  );
}
