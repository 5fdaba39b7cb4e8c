import { Radio, Stack, Text } from "@mantine/core";
import { PROVIDERS, type Provider } from "@thaw/core/senders/mailbox/mailbox.schema";
import { useText } from "../../messages/text.tsx";

type Props = { value: Provider; onChange: (provider: Provider) => void };

const TEXTS = {
  gmail: "gmailText",
  outlook: "outlookText",
  zoho: "zohoText",
  generic: "genericText",
} as const;

/** Whose servers the mailbox is on. */
export function ProviderPicker({ value, onChange }: Props) {
  const t = useText("mailboxes");
  return (
    <Radio.Group
      name="provider"
      label={t("provider")}
      value={value}
      onChange={(provider) => onChange(provider as Provider)}
    >
      <div className="mailbox-providers">
        {PROVIDERS.map((provider) => (
          <Radio.Card key={provider} value={provider} className="mailbox-provider">
            <Stack gap={0} align="flex-start">
              <Text span fw={500}>
                {t(provider)}
              </Text>
              <Text span c="dimmed" size="xs">
                {t(TEXTS[provider])}
              </Text>
            </Stack>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
