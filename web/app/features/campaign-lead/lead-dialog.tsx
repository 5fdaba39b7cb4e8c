import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { useText } from "../../messages/text.tsx";
import { CampaignSelect } from "../campaign/campaign-select.tsx";
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
    <Dialog onClose={onClose} title={t(`${asking}Title`, { count: ids.length })}>
      {asking === "move" ? <MoveForm {...props} /> : <RemoveForm {...props} />}
    </Dialog>
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
      <DialogButtons onCancel={onClose}>
        <Button color="red" onClick={remove} data-autofocus>
          {t("removeButton")}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

function MoveForm({ campaignId, ids, changing, onClose }: Props) {
  const t = useText("campaign-leads");
  const [chosen, setChosen] = useState<number>();
  const move = () => {
    if (chosen === undefined) return;
    changing.change("move", ids, chosen);
    onClose();
  };
  return (
    <Stack>
      <Text size="sm">{t("moveText")}</Text>
      <CampaignSelect
        label={t("campaign")}
        placeholder={t("campaignHint")}
        nothingFound={t("noCampaign")}
        except={campaignId}
        onChoose={setChosen}
      />
      <DialogButtons onCancel={onClose}>
        <Button onClick={move} disabled={chosen === undefined}>
          {t("moveButton")}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
