import { Alert, Button, Code, CopyButton, Group, Text } from "@mantine/core";
import { useText } from "../../messages/text.tsx";

export type Made = { name: string; api_key: string };

/** A key, the one time that it is shown. */
export function MadeKey({ made: { name, api_key } }: { made: Made }) {
  const t = useText("api-keys");
  return (
    <Alert color="green" variant="light" title={t("madeTitle", { name })}>
      <Text size="sm">{t("madeSentence")}</Text>
      <Group gap="xs" mt="xs">
        <Code aria-label={t("newKey")}>{api_key}</Code>
        <CopyButton value={api_key}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {t(copied ? "copied" : "copy")}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
