import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { useOutcome } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { SecurityOutcome } from "./security-result.ts";

type Props = { isNeeded: boolean; outcome: SecurityOutcome };

/** Whether a second person approves each start of a campaign. */
export function ApprovalPanel({ isNeeded, outcome }: Props) {
  const t = useText("approval");
  useOutcome(outcome, "approval-on", () => toast.done(t("turnedOn")));
  useOutcome(outcome, "approval-off", () => toast.done(t("turnedOff")));
  const intent = isNeeded ? "approval-off" : "approval-on";
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("settingTitle")}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {t(isNeeded ? "settingOn" : "settingOff")}
        </Text>
      </div>
      <Form method="post">
        <Group>
          <Button type="submit" name="intent" value={intent} variant="default" loading={isBusy}>
            {t(isNeeded ? "turnOff" : "turnOn")}
          </Button>
        </Group>
      </Form>
    </Stack>
  );
}
