import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import { deleteMailbox } from "@thaw/core/senders/mailbox/mailbox-delete";
import { reconnectMailbox } from "@thaw/core/senders/mailbox/mailbox-reconnect";
import { useState } from "react";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { ConfirmByTyping } from "../../components/confirm-by-typing.tsx";
import { toast } from "../../components/toasts.ts";
import { useMailboxPage } from "../../features/mailbox/mailbox-page.ts";
import { ReconnectForm } from "../../features/mailbox/reconnect-form.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { submit } from "../../submit.server.ts";

export { clientAction } from "../../offline-action.ts";

export function action({ request, params }: ActionFunctionArgs) {
  const fields = { mailbox_id: idInPath(params.id, "mailbox") };
  return submit(request, { reconnect: reconnectMailbox, delete: deleteMailbox }, { fields });
}

export default function MailboxManagement() {
  const { mailbox, canWrite } = useMailboxPage();
  const t = useText("mailboxes");
  const actionResult = useActionData<typeof action>();
  const { email } = mailbox;
  useActionResult(actionResult, "reconnect", () => toast.done(t("reconnectedToast", { email })));
  if (!canWrite) return <Text c="dimmed">{t("readOnly")}</Text>;
  return (
    <>
      <ReconnectForm lastResult={lastResultOf(actionResult, "reconnect")} />
      <DeletePanel />
    </>
  );
}

function DeletePanel() {
  const { mailbox } = useMailboxPage();
  const t = useText("mailboxes");
  const actionResult = useActionData<typeof action>();
  const navigate = useNavigate();
  const send = useSubmit();
  const [isAsking, setAsking] = useState(false);
  const isBusy = useNavigation().formData?.get("intent") === "delete";
  const { email } = mailbox;
  useActionResult(actionResult, "delete", () => {
    toast.done(t("deletedToast", { email }));
    navigate("/app/email-accounts", { replace: true });
  });
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("deleteTitle")}</Title>
        <Text c="dimmed" maw={640}>
          {t("deleteSentence")}
        </Text>
      </div>
      <Group>
        <Button variant="default" c="var(--tone-red)" onClick={() => setAsking(true)}>
          {t("delete")}
        </Button>
      </Group>
      {isAsking ? (
        <ConfirmByTyping
          title={t("deleteTitle")}
          text={t("deleteSentence")}
          word={email}
          action={t("delete")}
          isBusy={isBusy}
          onConfirm={() => send({ intent: "delete" }, { method: "post" })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Stack>
  );
}
