import { Button, Divider, Stack, Text } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { useText } from "../../messages/text.tsx";
import { useRootData } from "../../state/root-data.ts";

/** The way into the demo's account without a password; nothing outside the demo world. */
export function DemoEntry({ next }: { next: string | null }) {
  const t = useText("demo");
  const isEntering = useNavigation().formData?.get("intent") === "enter";
  return (
    <Stack gap="sm" mb="md">
      <Form method="post" action="/demo">
        <input type="hidden" name="next" value={next ?? ""} />
        <Button type="submit" name="intent" value="enter" loading={isEntering} fullWidth>
          {t("enter")}
        </Button>
      </Form>
      <Text size="sm" c="dimmed">
        {t("enterSentence")}
      </Text>
      <Divider label={t("orLogIn")} />
    </Stack>
  );
}

/** Fills the account with a campaign that is ready to start; nothing outside the demo world. */
export function FillDemo() {
  if (!useRootData()?.isDemo) return null;
  return <FillButton />;
}

function FillButton() {
  const t = useText("demo");
  const isFilling = useNavigation().formData?.get("intent") === "fill";
  return (
    <Form method="post" action="/demo">
      <Button type="submit" name="intent" value="fill" variant="default" loading={isFilling}>
        {t("fill")}
      </Button>
    </Form>
  );
}
