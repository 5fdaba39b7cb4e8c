import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { ReconnectMailbox } from "@thaw/core/senders/mailbox/mailbox.schema";
import { FormErrors } from "../../components/settings-form.tsx";
import { useText } from "../../messages/text.tsx";
import { useValidation } from "../../use-validation.ts";
import { LoginFields, TestAndSave } from "./login-fields.tsx";
import { useMailboxPage } from "./mailbox-page.ts";
import { ServerSides } from "./server-sides.tsx";
import { useRefusedField } from "./use-refused-field.ts";
import { serversOf, useServers } from "./use-servers.ts";
import "../../components/page.css";
import "./mailbox.css";

/** Another password or other servers, tried live before they are kept. The tab's action answers to `reconnect`. */
export function ReconnectForm({ lastResult }: { lastResult: SubmissionResult | null }) {
  const { mailbox } = useMailboxPage();
  const t = useText("mailboxes");
  const isTesting = useNavigation().formData?.get("intent") === "reconnect";
  const validation = useValidation(ReconnectMailbox);
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { user_name: mailbox.user_name },
    onValidate: ({ formData }) => {
      formData.set("mailbox_id", String(mailbox.id));
      return validation({ formData });
    },
    shouldRevalidate: "onInput",
  });
  const { servers, change } = useServers(serversOf(mailbox), form);
  useRefusedField(form.id, lastResult);
  return (
    <Form method="post" {...getFormProps(form)} className="panel">
      <Stack p="lg" gap="md" maw={760}>
        <div>
          <Title order={2}>{t("reconnectTitle")}</Title>
          <Text c="dimmed">{t("reconnectSentence")}</Text>
        </div>
        <div className="mailbox-sides">
          <LoginFields fields={fields} passwordLabel={t("newPassword")} />
        </div>
        <ServerSides fields={fields} servers={servers} onChange={change} />
        <FormErrors errors={form.errors} />
        <TestAndSave intent="reconnect" label={t("testAndReconnect")} isTesting={isTesting} />
      </Stack>
    </Form>
  );
}
