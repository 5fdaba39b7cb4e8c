import { Group, Stack, Text } from "@mantine/core";
import { Fragment } from "react";
import { Dialog } from "../components/dialog.tsx";
import { useText } from "../messages/text.tsx";
import { useCommandKey } from "../state/preferences.ts";
import { useOfferedKeys } from "../state/screen-keys.ts";

/** Lists the keys of the current screen. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useText("shell");
  const keys = useOfferedKeys();
  return (
    <Dialog onClose={onClose} title={t("keys")}>
      <Stack gap={8} component="dl" m={0}>
        <KeyLine keys={`${useCommandKey()} K`} label={t("keysOpenPalette")} />
        {keys.map((key) => (
          <KeyLine key={`${key.keys} ${key.label}`} {...key} />
        ))}
      </Stack>
    </Dialog>
  );
}

function KeyLine({ keys, label }: { keys: string; label: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text component="dt" size="sm">
        {label}
      </Text>
      <Text component="dd" m={0} size="sm">
        {keys.split(" ").map((key) => (
          <Fragment key={key}>
            {" "}
            <kbd>{key}</kbd>
          </Fragment>
        ))}
      </Text>
    </Group>
  );
}
