import { Button, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";

type Props = {
  title: string;
  sentence: string;
  label: string;
  intent: string;
  /** What the link brought, e.g. `{ name: "uuid", value }`. */
  secret: { name: string; value: string };
};

/** Uses a mailed link by a post of its own: scanners of mail open links too. The button is for browsers without scripts. */
export function SelfPostingForm({ title, sentence, label, intent, secret }: Props) {
  const submitForm = useSubmit();
  const navigation = useNavigation();
  const isSent = useRef(false);
  const { name, value } = secret;
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    submitForm({ intent, [name]: value }, { method: "post" });
  }, [intent, name, value, submitForm]);
  return (
    <Form method="post">
      <input type="hidden" name={name} value={value} />
      <Stack gap="md">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text size="sm" component="output">
          {sentence}
        </Text>
        <Button
          type="submit"
          name="intent"
          value={intent}
          loading={navigation.state !== "idle"}
          fullWidth
        >
          {label}
        </Button>
      </Stack>
    </Form>
  );
}
