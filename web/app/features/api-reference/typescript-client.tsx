import { Anchor, Code, Stack, Text } from "@mantine/core";
// oxlint-disable-next-line import/default -- Vite makes its text of it
import example from "@thaw/client/example?raw";
// oxlint-disable-next-line import/default -- Vite makes an address of it
import clientFile from "@thaw/client/thaw-client?url";
import { useText } from "../../messages/text.tsx";

/** The client that programs may take: one file, an example of its use, and which services have an address of their own. */
export function TypescriptClient({ services }: { services: Record<string, string> }) {
  const t = useText("api-keys");
  const own = Object.entries(services).filter(
    ([name, base]) => name !== "main" && base !== `${services.main}/${name}`,
  );
  return (
    <details className="panel" style={{ padding: "0.75rem 1rem" }}>
      <summary>{t("clientTitle")}</summary>
      <Stack gap="xs" mt="sm">
        <Text size="sm" maw={640}>
          {t("clientSentence")}
        </Text>
        <Anchor size="sm" underline="always" href={clientFile} download="thaw-client.ts">
          {t("clientFile")}
        </Anchor>
        <Code block tabIndex={0} mah={420} style={{ overflow: "auto" }}>
          {example}
        </Code>
        {own.length > 0 ? (
          <div>
            <Text fw={600}>{t("services")}</Text>
            <ul>
              {own.map(([name, base]) => (
                <li key={name} style={{ overflowWrap: "anywhere" }}>
                  <Code>{name}</Code> {base}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Stack>
    </details>
  );
}
