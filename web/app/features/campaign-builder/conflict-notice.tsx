import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";
import { useBuilder } from "./builder.tsx";

/** Someone else has saved what is written here: the person decides whose stays. */
export function ConflictNotice() {
  const t = useText("campaign-wizard");
  const { conflict } = useBuilder();
  const [isBusy, setIsBusy] = useState(false);
  if (!conflict) return null;
  const keep = async () => {
    setIsBusy(true);
    await conflict.keepMine();
    setIsBusy(false);
  };
  return (
    <Alert color="red" variant="light" title={t("conflictTitle")} role="alert">
      <Stack gap="sm">
        <Text size="sm">{conflict.message}</Text>
        <Group gap="xs">
          <Button onClick={() => void keep()} loading={isBusy}>
            {t("keepMine")}
          </Button>
          <Button
            component="a"
            href={window.location.href}
            target="_blank"
            rel="noreferrer"
            variant="default"
          >
            {t("lookAtTheirs")}
          </Button>
          <Button variant="subtle" onClick={conflict.takeTheirs} disabled={isBusy}>
            {t("takeTheirs")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
