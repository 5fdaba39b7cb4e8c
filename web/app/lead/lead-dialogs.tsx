import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useText } from "../messages/text.tsx";
import type { loader } from "../routes/app.campaign-choices/route.ts";

const CHOICES = "/app/campaign-choices";

type Props = { count: number; onClose: () => void };

/** Asks before something that no undo brings back. Mount it while it is open. */
export function SureDialog({
  asking,
  count,
  onSure,
  onClose,
}: Props & { asking: "delete" | "never"; onSure: () => void }) {
  const t = useText("leads");
  return (
    <Modal opened onClose={onClose} title={t(`${asking}Title`, { count })} centered>
      <Stack>
        <Text size="sm">{t(`${asking}Text`)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("cancel")}
          </Button>
          <Button color="red" onClick={onSure}>
            {t(`${asking}Button`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Asks for the campaign that leads go to. Mount it while it is open. */
export function MoveLeadsDialog({
  count,
  onMove,
  onClose,
}: Props & { onMove: (campaignId: number) => void }) {
  const t = useText("leads");
  const { load, data } = useFetcher<typeof loader>();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => load(`${CHOICES}?search=${encodeURIComponent(search)}`), [load, search]);
  const options = (data?.campaigns ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
  return (
    <Modal opened onClose={onClose} title={t("moveTitle", { count })} centered>
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
          <Button disabled={chosen === null} onClick={() => onMove(Number(chosen))}>
            {t("moveButton")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
