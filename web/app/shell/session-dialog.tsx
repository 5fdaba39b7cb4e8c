import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useText } from "../messages/text.tsx";

/** Nothing else is of use until someone signs in again, so it cannot be put aside. */
export default function SessionDialog({ message }: { message: string | undefined }) {
  const t = useText("shell");
  const leave = () => {
    window.localStorage.clear();
    window.sessionStorage.clear();
    const { pathname, search } = window.location;
    window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`);
  };
  return (
    <Modal
      opened
      onClose={leave}
      title={t("sessionTitle")}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      zIndex={1000}
    >
      <Stack>
        <Text>{message || t("sessionText")}</Text>
        <Group justify="flex-end">
          <Button onClick={leave} data-autofocus>
            {t("okay")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
