import { Button, Code, Popover, Stack, Text } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useText } from "../../messages/text.tsx";

const EXAMPLES = [
  { key: "help.variable", code: "{{first_name|there}}" },
  { key: "help.spintax", code: "{Hi|Hello|Good morning}" },
  { key: "help.date", code: '{{date "+2bd" "dddd, D MMMM"}}' },
  { key: "help.escape", code: "\\{" },
] as const;

/** What may stand in a subject or a body besides words. */
export function TemplateHelp() {
  const t = useText("campaign-wizard");
  return (
    <Popover position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconHelp size={14} />}
        >
          {t("help")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {EXAMPLES.map(({ key, code }) => (
            <div key={key}>
              <Code>{code}</Code>
              <Text size="xs" c="dimmed" mt={4}>
                {t(key)}
              </Text>
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
