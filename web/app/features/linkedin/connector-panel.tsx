import { useForm } from "@conform-to/react";
import { Button, Group, Text } from "@mantine/core";
import { Form, useActionData } from "@remix-run/react";
import { type Connector, SetConnector } from "@thaw/core/senders/linkedin/linkedin.schema";
import { refusalOf } from "../../components/action-result.ts";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.integrations.linkedin/route.tsx";
import { useValidation } from "../../use-validation.ts";

/** The service of one's own that works LinkedIn, for those who have one. */
export function ConnectorPanel({ connector }: { connector: Connector }) {
  const t = useText("integrations");
  const [form, fields] = useForm({
    id: "connector",
    defaultValue: { url: connector.url ?? "" },
    lastResult: refusalOf(useActionData<typeof action>(), "connector"),
    onValidate: useValidation(SetConnector),
    shouldRevalidate: "onInput",
  });
  return (
    <div>
      <SettingsForm
        title={t("connectorTitle")}
        sentence={t("connectorSentence")}
        intent="connector"
        form={form}
      >
        <TextField
          field={fields.url}
          label={t("connectorUrl")}
          placeholder={t("connectorHint")}
          autoComplete="off"
          inputMode="url"
        />
        <PasswordField
          field={fields.secret}
          label={t("connectorSecret")}
          description={fields.secret.errors ? null : t("connectorSecretHelp")}
          placeholder={connector.secret_masked ?? ""}
          autoComplete="new-password"
        />
      </SettingsForm>
      {connector.url ? (
        <Form method="post" className="panel">
          <Group p="lg" gap="sm">
            <Text size="sm">{t("connectorInUse", { url: connector.url })}</Text>
            <Button type="submit" name="intent" value="disconnect" variant="subtle" color="red">
              {t("connectorRemove")}
            </Button>
          </Group>
        </Form>
      ) : null}
    </div>
  );
}
