import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { resetAreas } from "../../stored/stored-state.ts";
import type { ProfileResult } from "./profile-result.ts";

type Props = { userId: number; actionResult: ProfileResult };

/** What the product remembers of how someone works, and how to make it forget. */
export function MemoryPanel({ userId, actionResult }: Props) {
  const t = useText("profile");
  const isBusy = useNavigation().formData?.get("intent") === "reset-hints";
  useActionResult(actionResult, "reset-hints", () => toast.done(t("hintsShown")));
  const forget = () => {
    resetAreas(window.localStorage, { host: window.location.host, userId });
    toast.done(t("listsForgotten"));
  };
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("browserTitle")}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {t("browserText")}
        </Text>
      </div>
      <Group gap="xs">
        <Form method="post">
          <Button
            type="submit"
            name="intent"
            value="reset-hints"
            variant="default"
            loading={isBusy}
          >
            {t("showHints")}
          </Button>
        </Form>
        <Button variant="default" onClick={forget}>
          {t("forgetLists")}
        </Button>
      </Group>
    </Stack>
  );
}
