import { Anchor, Code, Stack, Text, Title } from "@mantine/core";
import example from "@thaw/client/example?raw";
import clientFile from "@thaw/client/thaw-client?url";
import { useText } from "../../messages/text.tsx";

/** The client that programs may take: one file, an example of its use, and where its services answer. */
export function TypescriptClient({ services }: { services: Record<string, string> }) {
  const t = useText("api-keys");
  return (
    <Stack gap="xs" component="section" aria-label={t("clientTitle")}>
      <Title order={3}>{t("clientTitle")}</Title>
      <Text size="sm" maw={640}>
        {t("clientSentence")}{" "}
        <Anchor href={clientFile} download="thaw-client.ts">
          {t("clientFile")}
        </Anchor>
      </Text>
      <Code block tabIndex={0} mah={360} style={{ overflow: "auto" }}>
        {example}
      </Code>
      <Text fw={600}>{t("services")}</Text>
      <ul>
        {Object.entries(services).map(([name, base]) => (
          <li key={name} style={{ overflowWrap: "anywhere" }}>
            <Code>{name}</Code> {base}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
