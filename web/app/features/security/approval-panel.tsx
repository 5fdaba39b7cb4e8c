import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { SecurityResult } from "./security-result.ts";

type Props = { isNeeded: boolean; actionResult: SecurityResult };

/** Whether a second person approves each start of a campaign. */
export function ApprovalPanel({ isNeeded, actionResult }: Props) {
  const t = useText("approval");
  useActionResult(actionResult, "approval-on", () => toast.done(t("turnedOn")));
  useActionResult(actionResult, "approval-off", () => toast.done(t("turnedOff")));
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
