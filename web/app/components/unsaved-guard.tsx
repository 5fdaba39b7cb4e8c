import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useBlocker } from "@remix-run/react";
import { useText } from "../messages/text.tsx";

/** Asks before unsaved changes are left behind. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const t = useText("lists");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useWindowEvent("beforeunload", (event) => {
    if (isDirty) event.preventDefault();
  });
  if (blocker.state !== "blocked") return null;
  const stay = () => blocker.reset();
  const leave = () => blocker.proceed();
  return (
    <Modal opened onClose={stay} title={t("unsavedTitle")}>
      <Stack>
        <Text size="sm">{t("unsavedText")}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={stay} data-autofocus>
            {t("stay")}
          </Button>
          <Button color="red" onClick={leave}>
            {t("leave")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
