import { Button, Group, Modal } from "@mantine/core";
import { useDisclosure, useWindowEvent } from "@mantine/hooks";
import { useText } from "../messages/text.tsx";
import { CHUNK_FAILED } from "./chunk-failed.ts";

/** After a deployment the old page's pieces are gone: a failed download offers to load the new ones. */
export function NewVersionPrompt() {
  const t = useText("shell");
  const [isOpen, { open, close }] = useDisclosure(false);
  useWindowEvent(CHUNK_FAILED, open);
  // Vite's own event, for pieces that are not screens.
  useWindowEvent("vite:preloadError" as keyof WindowEventMap, open);
  return (
    <Modal opened={isOpen} onClose={close} title={t("newVersion")} centered>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button data-autofocus onClick={() => window.location.reload()}>
          {t("ok")}
        </Button>
      </Group>
    </Modal>
  );
}
