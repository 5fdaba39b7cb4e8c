import { Alert, Button, Group } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useText } from "../messages/text.tsx";

/** Says to someone of an agency as whom they look, and leads back. */
export function ClientViewNotice({ name }: { name: string }) {
  const t = useText("clients");
  return (
    <Alert color="ice" variant="light" m="md" mb={0} py="xs">
      <Form method="post" action="/app/client-preview" reloadDocument>
        <Group justify="space-between">
          {t("viewing", { name })}
          <Button type="submit" size="compact-sm" variant="default">
            {t("stopViewing")}
          </Button>
        </Group>
      </Form>
    </Alert>
  );
}
