import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { useText } from "../../messages/text.tsx";
import { CampaignSelect } from "../campaign/campaign-select.tsx";

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
    <Dialog onClose={onClose} title={t(`${asking}Title`, { count })} centered>
      <Stack>
        <Text size="sm">{t(`${asking}Text`, { count })}</Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button color="red" onClick={onSure}>
            {t(`${asking}Button`)}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

/** Asks for the campaign that leads go to. Mount it while it is open. */
export function MoveLeadsDialog({
  count,
  onMove,
  onClose,
}: Props & { onMove: (campaignId: number) => void }) {
  const t = useText("leads");
  const [chosen, setChosen] = useState<number>();
  return (
    <Dialog onClose={onClose} title={t("moveTitle", { count })} centered>
      <Stack>
        <Text size="sm">{t("moveText")}</Text>
        <CampaignSelect
          label={t("campaign")}
          placeholder={t("campaignHint")}
          nothingFound={t("noCampaign")}
          onChoose={setChosen}
        />
        <DialogButtons onCancel={onClose}>
          <Button disabled={chosen === undefined} onClick={() => chosen && onMove(chosen)}>
            {t("moveButton")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
