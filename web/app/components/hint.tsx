import { ActionIcon, Alert, Group, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconBulb, IconX } from "@tabler/icons-react";
import { useText } from "../messages/text.tsx";
import { useAppData } from "../state/app-data.ts";

type Props = { name: "campaigns" | "leads" | "email-accounts" };

/** A sentence for someone new, until they put it away or want no hints. */
export function Hint({ name }: Props) {
  const t = useText("profile");
  const hints = useAppData()?.hints;
  const dismissal = useFetcher();
  const isLeaving = dismissal.formData !== undefined;
  if (!hints?.areWanted || hints.putAway.includes(name) || isLeaving) return null;
  const dismiss = () =>
    dismissal.submit(
      { intent: "dismiss-hint", hint: name },
      { method: "post", action: "/app/settings/profile" },
    );
  return (
    <Alert
      role="note"
      aria-label={t("hint")}
      variant="light"
      color="gray"
      py="xs"
      icon={<IconBulb size={16} />}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Text size="sm">{t.rich(`hint.${name}`, { kbd: (copy) => <kbd>{copy}</kbd> })}</Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t("dismiss")}
          onClick={dismiss}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
    </Alert>
  );
}
