import { ActionIcon, Button, Modal, Stack, Text } from "@mantine/core";
import { useFetcher, useSubmit } from "@remix-run/react";
import { IconTrash } from "@tabler/icons-react";
import { OPTED_OUT, type Suppression } from "@thaw/core/leads/suppression/suppression.schema";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { Changed } from "./block-list.server.ts";

/** Takes an entry off the list; asks first where the person opted out, else a toast takes it back. */
export function RemoveEntry({ entry: { value, source, client_id } }: { entry: Suppression }) {
  const t = useText("block-list");
  const fetcher = useFetcher<Changed>();
  const send = useSubmit();
  const [isAsking, setIsAsking] = useState(false);
  const isOptOut = OPTED_OUT.has(source);
  const whose = client_id === undefined ? {} : { client_id };
  useActionResult(fetcher.data, "remove", () => {
    const text = t("removed", { value });
    if (isOptOut) return toast.done(text);
    const options = { method: "post", navigate: false, fetcherKey: `block-${value}` } as const;
    toast.undoable(text, () => send({ intent: "add", text: value, ...whose }, options));
  });
  const remove = () => {
    setIsAsking(false);
    const confirmed = isOptOut ? { opted_out: "true" } : {};
    fetcher.submit({ intent: "remove", value, ...whose, ...confirmed }, { method: "post" });
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        title={t("remove")}
        aria-label={t("removeNamed", { value })}
        loading={fetcher.state !== "idle"}
        onClick={() => (isOptOut ? setIsAsking(true) : remove())}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("optedOutTitle", { value })}
      >
        <Stack>
          <Text size="sm">{t("optedOutText")}</Text>
          <DialogButtons onCancel={() => setIsAsking(false)} focusCancel>
            <Button color="red" onClick={remove}>
              {t("optedOutConfirm")}
            </Button>
          </DialogButtons>
        </Stack>
      </Modal>
    </>
  );
}
