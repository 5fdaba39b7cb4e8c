import { Button, Menu, Stack, Text } from "@mantine/core";
import { useNavigation, useSubmit } from "@remix-run/react";
import { IconEraser } from "@tabler/icons-react";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { useText } from "../../messages/text.tsx";
import { ERASURES } from "./lead-page.ts";

/** In the menu of one lead. */
export function EraseItem({ onAsk }: { onAsk: () => void }) {
  const t = useText("lead-erasure");
  return (
    <Menu.Item c="var(--tone-red)" leftSection={<IconEraser size={16} />} onClick={onAsk}>
      {t("action")}
    </Menu.Item>
  );
}

/** Mount it while it is open. Goes on to the list where the progress is. */
export function EraseDialog({ leadId, onClose }: { leadId: number; onClose: () => void }) {
  const t = useText("lead-erasure");
  const submit = useSubmit();
  const isBusy = useNavigation().formData?.get("intent") === "erase";
  const erase = () =>
    submit({ intent: "erase", lead_id: leadId }, { method: "post", action: ERASURES });
  return (
    <Dialog onClose={onClose} title={t("askTitle")} centered>
      <Stack>
        <Text size="sm">{t("askText")}</Text>
        <Text size="sm">{t("notReached")}</Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button color="red" onClick={erase} loading={isBusy}>
            {t("askButton")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
