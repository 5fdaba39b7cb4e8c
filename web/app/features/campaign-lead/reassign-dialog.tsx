import { Button, Select, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { useText } from "../../messages/text.tsx";
import type { loader } from "../../routes/app.campaign-senders/route.ts";
import type { LeadChanging } from "./use-lead-action.ts";

type Props = {
  campaignId: number;
  ids: readonly (string | number)[];
  changing: Pick<LeadChanging, "reassign">;
  onClose: () => void;
};

/** Asks which mailbox of the campaign writes the rest. Mount it while it is open. */
export function ReassignDialog({ campaignId, ids, changing, onClose }: Props) {
  const t = useText("campaign-leads");
  const { load, data } = useFetcher<typeof loader>();
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => load(`/app/campaign-senders?campaign=${campaignId}`), [load, campaignId]);
  const senders = data?.senders ?? [];
  const reassign = () => {
    changing.reassign(ids, Number(chosen));
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={t("reassignTitle", { count: ids.length })}>
      <Stack>
        <Text size="sm">{t("reassignText")}</Text>
        {data && senders.length === 0 ? (
          <Text size="sm" fw={500}>
            {t("noSender")}
          </Text>
        ) : (
          <Select
            label={t("mailbox")}
            placeholder={t("mailboxHint")}
            data={senders.map(({ id, email }) => ({ value: String(id), label: email }))}
            value={chosen}
            onChange={setChosen}
            searchable
            nothingFoundMessage={t("noSuchSender")}
            data-autofocus
          />
        )}
        <DialogButtons onCancel={onClose}>
          <Button onClick={reassign} disabled={chosen === null}>
            {t("reassignButton")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
